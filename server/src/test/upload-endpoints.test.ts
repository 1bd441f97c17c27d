import fs from 'node:fs/promises'
import path from 'node:path'
import { endpoints } from '@bidyaloy/shared/api/endpoints'
import { type EndpointName, paths } from '@bidyaloy/shared/api/paths'
import { collectionNames, takes } from '@bidyaloy/shared/collections/registry'
import { SITE_PICTURES } from '@bidyaloy/shared/features/settings/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentTypes, fileOf, pdfBytes, twoColors, zipBytes } from './sample-files.ts'
import { problemOf, startTestServer, type TestServer } from './test-server.ts'

/* Every endpoint that takes files detects their type. The endpoints come from the contract. */
let school: TestServer
let ids: Record<string, string>
beforeAll(async () => {
  school = await startTestServer()
  const picture = fileOf(await twoColors(40, 30).png().toBuffer(), 'a.png')
  const entries = await Promise.all(
    collectionNames.map(async (collection) => {
      const body = {
        title: 'আছে',
        ...(takes(collection, 'dates') && { startsOn: '2026-12-16' }),
      }
      const { _id } = await school.admin.createEntry({
        params: { collection },
        body,
        file: picture,
      })
      return [collection, _id] as const
    }),
  )
  ids = Object.fromEntries(entries)
})
afterAll(() => school.stop())

const names = Object.keys(paths) as EndpointName[]
const WORD = 'application/vnd.openxmlformats-officedocument'
const SHEET_MACROS = `${WORD}.spreadsheetml.sheet.main+xml"/><Override PartName="/x.xml" ContentType="application/vnd.ms-excel.macrosheet+xml`
const HIDDEN_MACROS = `${WORD}.wordprocessingml.document.main+xml"/><Override PartName="/x.bin" ContentType="application/vnd.ms-office.vba&#80;roject`

const hostile: [string, Uint8Array | string][] = [
  ['page.html', '<!doctype html><script>alert(1)</script>'],
  ['photo.jpg', '<html><script>alert(1)</script></html>'],
  ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['drawing.png', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['notice.txt', 'ছুটি <script>alert(1)</script>'],
  ['run.pdf', '#!/bin/sh\nrm -rf /'],
  ['program.pdf', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
  ['archive.docx', zipBytes({ 'a.txt': 'a' })],
  ['macros.xlsx', zipBytes({ '[Content_Types].xml': contentTypes(SHEET_MACROS) })],
  ['macros.docx', zipBytes({ '[Content_Types].xml': contentTypes(HIDDEN_MACROS) })],
  [
    'bomb.xlsx',
    zipBytes(
      {
        '[Content_Types].xml': contentTypes(`${WORD}.spreadsheetml.sheet.main+xml`),
        'sheet.xml': 'x',
      },
      { 'sheet.xml': 3_000_000_000 },
    ),
  ],
  ['movie.gif', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
]

/** What these take is an older site: each of its items is judged when it is brought (`move-in.test.ts`). */
const OLDER_SITES: readonly EndpointName[] = ['startLook', 'replaceMoveInFile']

/** Returns every endpoint that takes a file of an entry, record or backup. */
function uploadEndpoints(): { name: EndpointName; method: string; address: string }[] {
  return names.flatMap((name) => {
    const endpoint = endpoints[name]
    const takesFiles =
      'bodyTypes' in endpoint && endpoint.bodyTypes.some((type) => type === 'multipart')
    if (!takesFiles || OLDER_SITES.includes(name)) return []
    const { method, path: pattern } = paths[name]
    const places = pattern.includes(':collection') ? collectionNames : SITE_PICTURES
    const one = pattern.includes(':')
    return (one ? places : ['']).map((place) => ({
      name,
      method,
      address: pattern.replace(/:(collection|picture)/, place).replace(':id', ids[place] ?? 'none'),
    }))
  })
}

/** Returns the names of all stored files. */
async function storedFiles(): Promise<string[]> {
  const folders = ['staging', 'uploads', 'gallery-uploads', 'orphans', 'backups']
  const lists = folders.map((folder) => fs.readdir(path.join(school.dataDir, folder)))
  return (await Promise.all(lists)).flat().sort()
}

describe('all upload endpoints reject', () => {
  it.each(hostile)('%s', async (name, content) => {
    const before = await storedFiles()
    for (const endpoint of uploadEndpoints()) {
      const form = new FormData()
      form.set('title', 'চেষ্টা')
      form.set('file', fileOf(content, name))
      const { method, address } = endpoint
      const response = await school.fetchAsAdmin(address, { method, body: form })
      expect([endpoint, response.status >= 400 && response.status < 500]).toEqual([endpoint, true])
      expect(['unsupported_media_type', 'validation_failed']).toContain(
        (await problemOf(response)).code,
      )
    }
    expect(await storedFiles()).toEqual(before)
  })
})

describe('a polyglot file', () => {
  it('is served as its detected type and never as a page', async () => {
    const file = fileOf(
      Buffer.concat([pdfBytes(), Buffer.from('<html><script>x</script>')]),
      'a.html',
    )
    const { filePath } = await school.admin.createEntry({
      ...{ params: { collection: 'downloads' }, body: { title: 'দুই' }, file },
    })
    const served = await school.fetch(`/${filePath}`)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': expect.stringMatching(/filename="?a\.pdf/),
    })
  })

  it('loses the data hidden in or after a picture', async () => {
    const jpeg = await twoColors(80, 60).jpeg().toBuffer()
    const comment = Buffer.from('<script>alert(1)</script>')
    const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
    const hidden = zipBytes({ 'classes.dex': 'MZ hidden' })
    const both = Buffer.concat([jpeg.subarray(0, 2), marker, comment, jpeg.subarray(2), hidden])
    const { filePath } = await school.admin.createEntry({
      ...{ params: { collection: 'gallery' }, body: { title: 'দুই' } },
      file: fileOf(both, 'a.jpg'),
    })
    const served = Buffer.from(await (await school.fetch(`/${filePath}`)).arrayBuffer())
    expect(served.includes('<script')).toBe(false)
    expect(served.includes('PK\x03\x04')).toBe(false)
    expect(served.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  })
})
