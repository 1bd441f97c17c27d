import fs from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { siteFiles } from '@bidyaloy/shared/site-addresses'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { newId } from '../../ids.ts'
import { createLog } from '../../log.ts'
import { StorageUnavailable } from '../../storage/file-store.ts'
import { startBucket, type TestBucket } from '../../test/bucket.ts'
import { fileOf, noticePdf, pdfFile, twoColors } from '../../test/sample-files.ts'
import {
  ADMIN,
  backupTaskEnded,
  IS_POSTGRES,
  problemOf,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../test/test-server.ts'
import { createBucket } from './bucket.ts'

let bucket: TestBucket
let school: TestServer
/** Of its own, since tests share a database of PostgreSQL. */
let name: string
const lines: string[] = []
let now: Date

beforeEach(async () => {
  bucket = await startBucket()
  now = new Date()
  name = `school-${newId()}`
  lines.length = 0
  school = await start()
})
afterEach(async () => {
  await school.stop()
  await bucket.stop()
  // Key and secret of the bucket.
  expect(lines.join('')).not.toContain('S3RVER')
})

function start(options: TestServerOptions = {}): Promise<TestServer> {
  const log = createLog(
    { ...readConfig({ LOG_LEVEL: 'trace' }), production: true },
    { write: (line) => lines.push(line) },
  )
  const env = { STORAGE_URL: bucket.url, ...options.env }
  return startTestServer({ log, school: name, clock: () => now, ...options, env })
}

const params = { collection: 'notices' } as const
const publish = (file: File, title = 'ছুটি') =>
  school.admin.createEntry({ params, body: { title }, file })
const copies = async (folder = 'uploads') =>
  (await fs.readdir(path.join(school.dataDir, folder))).sort()
const keyOf = ({ filePath }: Entry) => `${name}/${filePath}`
const read = ({ filePath }: Entry, headers: Record<string, string> = {}) =>
  school.fetch(`/${filePath}`, { headers })

/** Starts the server again without its copies, like one on another machine. */
async function restartElsewhere(): Promise<void> {
  const { dataDir } = school
  await school.server.stop()
  for (const folder of ['uploads', 'gallery-uploads']) {
    await fs.rm(path.join(dataDir, folder), { recursive: true })
  }
  school = await start({ dataDir })
}

const afterDays = async (days: number) => {
  now = new Date(now.getTime() + days * DAY_MS)
  await school.server.internals.runMaintenance()
}
const remove = async ({ _id: id }: Entry) => {
  await school.admin.deleteEntry({ params: { ...params, id } })
}

/** Refuses to store objects whose key contains a text, from the given one on. */
function refusePuts(part: string, from: number): void {
  let count = 0
  bucket.intercept = ({ method, url = '' }, res) => {
    if (method !== 'PUT' || !url.includes(part)) return false
    count += 1
    if (count < from) return false
    res.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    return true
  }
}

/** Waits until the pages of an entry are rendered. @returns the entry */
async function rendered({ _id: id }: Entry): Promise<Entry> {
  for (;;) {
    const entry = await school.visitor.getEntry({ params: { ...params, id } })
    if (entry.pages) return entry
    await wait(50)
  }
}

describe('an uploaded file', () => {
  it('is in the bucket, and a server without copies serves it', async () => {
    const notice = await rendered(await publish(fileOf(await noticePdf(), 'notice.pdf')))
    const photo = await school.admin.createEntry({
      params: { collection: 'gallery' },
      body: { title: 'ছবি' },
      file: fileOf(await twoColors(800, 400).jpeg().toBuffer(), 'a.jpg'),
    })
    const whole = Buffer.from(await (await read(notice)).arrayBuffer())
    const pagePaths = (notice.pages ?? []).flatMap(({ sizes }) => sizes.map((one) => one.filePath))
    expect(pagePaths).toHaveLength(3)
    expect(await bucket.keys()).toEqual(
      expect.arrayContaining([
        keyOf(notice),
        keyOf(photo),
        ...pagePaths.map((one) => `${name}/${one}`),
      ]),
    )
    bucket.requests = {}

    await restartElsewhere()
    // Those of the trial at the start.
    expect([await copies(), bucket.requests]).toEqual([[], { PUT: 1, GET: 1, DELETE: 1 }])
    bucket.requests = {}

    // One fetch for all who wait.
    const all = await Promise.all(Array.from({ length: 5 }, () => read(notice)))
    for (const response of all) {
      expect(Buffer.from(await response.arrayBuffer()).equals(whole)).toBe(true)
    }
    expect(bucket.requests).toEqual({ GET: 1 })
    const part = await read(notice, { range: 'bytes=1-4' })
    expect([part.status, await part.text()]).toEqual([206, whole.subarray(1, 5).toString()])
    const etag = all[0]?.headers.get('etag') ?? ''
    expect((await read(notice, { 'if-none-match': etag })).status).toBe(304)
    for (const filePath of [...pagePaths, photo.filePath]) {
      expect((await school.fetch(`/${filePath}`)).status).toBe(200)
    }
    expect(bucket.requests).toEqual({ GET: 5 })
    expect(await copies()).toHaveLength(4)
    // A 304 needs no copy.
    await restartElsewhere()
    expect((await read(notice, { 'if-none-match': etag })).status).toBe(304)
    expect(await copies()).toEqual([])
  })

  it.runIf(IS_POSTGRES)('is served by another server at once', async () => {
    const other = await start()
    try {
      const notice = await publish(fileOf('of one server', 'a.txt'))
      expect(await (await other.fetch(`/${notice.filePath}`)).text()).toBe('of one server')
      const params = { collection: 'gallery' } as const
      const photo = await other.admin.createEntry({
        params,
        body: { title: 'ছবি' },
        file: await pictureFile(),
      })
      expect((await read(photo)).status).toBe(200)
      await other.admin.deleteEntry({ params: { ...params, id: photo._id } })
      expect((await read(photo)).status).toBe(404)
    } finally {
      await other.stop()
    }
  })

  it('is fetched where a process needs it: the crest of a share card', async () => {
    const crest = fileOf(await twoColors(300, 300).png().toBuffer(), 'crest.png')
    await school.admin.setSitePicture({ params: { picture: 'crest' }, body: {}, file: crest })
    await restartElsewhere()
    expect((await school.fetch(siteFiles.shareCard)).status).toBe(200)
    expect(await copies()).toHaveLength(1)
  })

  it('is never served half', async () => {
    const notice = await publish(fileOf('a text of several words', 'a.txt'))
    await restartElsewhere()
    const halves: ((res: ServerResponse) => void)[] = [
      (res) => {
        res.writeHead(200, { 'content-length': '23' })
        res.write('a text of', () => res.destroy())
      },
      // As a proxy between may end it.
      (res) => {
        res.write('a text of')
        res.end()
      },
    ]
    for (const sendHalf of halves) {
      let broken = 0
      bucket.intercept = (_, res) => {
        broken += 1
        sendHalf(res)
        return true
      }
      const response = await read(notice)
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect((await problemOf(response)).code).toBe('unavailable')
      expect([broken, await copies(), await copies('staging')]).toEqual([2, [], []])
    }
    // A single broken connection is not noticed.
    bucket.intercept = (_, res) => {
      bucket.intercept = () => false
      res.destroy()
      return true
    }
    expect(await (await read(notice)).text()).toBe('a text of several words')
  })

  it('that is missing in the bucket is not found, and the daily check says so', async () => {
    const notice = await publish(fileOf('lost', 'a.txt'))
    await restartElsewhere()
    await bucket.remove(keyOf(notice))
    expect((await read(notice)).status).toBe(404)
    expect((await school.admin.adminOverview()).withoutFile).toEqual([])
    await school.server.internals.runMaintenance()
    const { withoutFile } = await school.admin.adminOverview()
    expect(withoutFile.map(({ title }) => title)).toEqual(['ছুটি'])
  })
})

describe('without the bucket', () => {
  it('copies are served, other files get 503, uploads are refused, and texts go on', async () => {
    const elsewhere = await publish(fileOf('elsewhere', 'a.txt'))
    await restartElsewhere()
    const here = await publish(fileOf('here', 'a.txt'))
    const before = await bucket.keys()

    await bucket.goAway()

    expect(await (await read(here)).text()).toBe('here')
    expect(await (await read(here)).text()).toBe('here')
    const refused = await read(elsewhere)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(refused.headers.get('content-type')).toContain('application/json')
    const form = new FormData()
    form.set('title', 'নতুন')
    form.set('file', await pictureFile())
    const upload = await school.fetchAsAdmin('/api/notices', { method: 'POST', body: form })
    expect([upload.status, upload.headers.get('retry-after')]).toEqual([503, '5'])
    expect([await copies('staging'), await copies()]).toEqual([
      [],
      [path.basename(here.filePath ?? '')],
    ])
    const text = await school.admin.createEntry({ params, body: { title: 'লেখা', body: 'লেখা' } })
    await expect(school.server.internals.runMaintenance()).rejects.toBeInstanceOf(
      StorageUnavailable,
    )
    expect((await school.visitor.listEntries({ params })).map(({ _id }) => _id)).toContain(text._id)

    await bucket.comeBack()

    expect(await (await read(elsewhere)).text()).toBe('elsewhere')
    expect(await bucket.keys()).toEqual(before)
    expect((await publish(await pictureFile())).filePath).toBeDefined()
  })

  it('a backup fails, and the next one is made', async () => {
    const notice = await publish(fileOf('elsewhere', 'a.txt'))
    await restartElsewhere()
    bucket.intercept = ({ method, url = '' }, res) => {
      if (method !== 'GET' || !url.includes(keyOf(notice))) return false
      res.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
      return true
    }
    const outcome = async () => {
      await school.admin.makeBackup()
      return (await backupTaskEnded(school.admin)).outcome
    }
    expect(await outcome()).toMatchObject({ task: 'make', fault: 'failed' })
    bucket.intercept = () => false
    expect(await outcome()).toMatchObject({ task: 'make', fault: null })
  })

  it('keeps nothing of a group of which one failed', async () => {
    const kept = await publish(fileOf('kept', 'a.txt'))
    refusePuts('/uploads/', 2)
    await expect(publish(await pictureFile())).rejects.toThrow()
    bucket.intercept = () => false
    expect([await copies(), await copies('staging')]).toEqual([[path.basename(keyOf(kept))], []])
    await afterDays(1)
    await afterDays(1)
    expect(await bucket.keys()).toEqual([keyOf(kept), `${name}/unreferenced.json`].sort())
  })

  // On PostgreSQL, a restore puts no files again that records name.
  it.skipIf(IS_POSTGRES)('leaves every file where it is if a restore fails', async () => {
    const notices = [await publish(fileOf('a', 'a.txt')), await publish(fileOf('b', 'b.txt'))]
    await school.admin.makeBackup()
    const { backups } = await backupTaskEnded(school.admin)
    refusePuts('/uploads/', 1)
    await school.admin.restoreBackup({
      params: { id: backups[0]?._id ?? '' },
      body: { currentPassword: ADMIN.password },
    })
    const { outcome } = await backupTaskEnded(school.admin)
    expect(outcome).toMatchObject({ task: 'restore', fault: expect.any(String) })
    bucket.intercept = () => false
    await restartElsewhere()
    expect(await bucket.keys()).toEqual(expect.arrayContaining(notices.map(keyOf)))
  })

  it('renders the pages of a PDF once it is back', async () => {
    bucket.intercept = ({ method, url = '' }, res) => {
      if (method !== 'PUT' || !url.includes('-p1-')) return false
      res.destroy()
      return true
    }
    const notice = await publish(fileOf(await noticePdf(), 'notice.pdf'))
    await expect.poll(() => lines.join(''), { timeout: 20_000 }).toContain('has to wait')
    bucket.intercept = () => false
    await publish(pdfFile())
    expect((await rendered(notice)).pages).toHaveLength(1)
  })

  it('gives up after a silence, once', async () => {
    bucket.requests = {}
    bucket.intercept = () => true
    const settings = { url: new URL(bucket.url).origin, region: 'a', key: 'k', secret: 's' }
    const silent = createBucket(settings, { silenceMs: 50 })
    await expect(silent.getText('key')).rejects.toBeInstanceOf(StorageUnavailable)
    expect(bucket.requests.GET).toBe(1)
  })
})

it('deletes the least recently used copies beyond CACHE_MB', async () => {
  school = await restartWith({ CACHE_MB: '1' })
  const bytes = (fill: string) => fileOf(fill.repeat(400_000), `${fill}.txt`)
  const [a, b] = [await publish(bytes('a')), await publish(bytes('b'))]
  expect(await copies()).toHaveLength(2)
  await read(a).then((response) => response.text())
  const c = await publish(bytes('c'))
  await expect
    .poll(copies)
    .toEqual([a, c].map(({ filePath = '' }) => path.basename(filePath)).sort())
  expect(await (await read(b)).text()).toBe('b'.repeat(400_000))
  // Too large to be kept, but served.
  const large = await publish(bytes('d'.repeat(2)))
  await expect.poll(copies).not.toContain(path.basename(large.filePath ?? ''))
  expect((await (await read(large)).text()).length).toBe(800_000)
  await expect.poll(copies).toHaveLength(2)
  // A copy that was deleted from outside is fetched again.
  await fs.rm(path.join(school.dataDir, b.filePath ?? ''))
  expect(await (await read(b)).text()).toBe('b'.repeat(400_000))
  await fs.rm(path.join(school.dataDir, b.filePath ?? ''))
  expect(await (await read(b)).text()).toBe('b'.repeat(400_000))
})

describe('a file without a record', () => {
  it('is removed from the bucket by the sweep that finds it a day later again', async () => {
    const [kept, deleted] = [await publish(pdfFile()), await publish(pdfFile())]
    await remove(deleted)
    await afterDays(31)
    const both = [keyOf(kept), keyOf(deleted)].sort()
    const list = `${name}/unreferenced.json`
    // A copy that is being made of the upload goes when it is finished.
    await expect.poll(copies).toEqual([path.basename(kept.filePath ?? '')])
    expect(await bucket.keys()).toEqual([...both, list].sort())
    await afterDays(0.9)
    expect(await bucket.keys()).toEqual([...both, list].sort())
    await afterDays(0.2)
    expect(await bucket.keys()).toEqual([keyOf(kept), list].sort())
    expect((await read(kept)).status).toBe(200)
  })

  it('stays while no record has a file at all, as with a wrong database', async () => {
    const notice = await publish(pdfFile())
    await remove(notice)
    await afterDays(31)
    await afterDays(2)
    expect(await bucket.keys()).toEqual([keyOf(notice)])
    expect(lines.join('')).toContain('nothing was removed')
  })

  it('stays while another installation uses the same bucket, and for a month after', async () => {
    await publish(pdfFile())
    const other = await start({ env: { DATABASE_URL: '' } })
    const theirs = await other.admin.createEntry({ params, body: { title: 'ক' }, file: pdfFile() })
    await other.stop()
    for (const days of [0, 2, 27]) await afterDays(days)
    expect(await bucket.keys()).toContain(keyOf(theirs))
    expect(lines.join('')).toContain('another installation uses the same files')
    await afterDays(2)
    await afterDays(2)
    expect(await bucket.keys()).not.toContain(keyOf(theirs))
  })
})

it('lists all pages of a large bucket', async () => {
  // As S3 documents it; s3rver encrypts its tokens in a way that OpenSSL 3 has not.
  const page = (name: string, more: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>files</Name><Prefix>many/</Prefix>${more}<Contents><Key>many/${name}</Key><LastModified>2026-03-01T10:00:00.000Z</LastModified><ETag>&quot;70ee&quot;</ETag><Size>434234</Size><StorageClass>STANDARD</StorageClass></Contents></ListBucketResult>`
  const asked: (string | null)[] = []
  bucket.intercept = ({ url = '' }, res) => {
    const token = new URL(url, bucket.url).searchParams.get('continuation-token')
    asked.push(token)
    const more = '<NextContinuationToken>1ueG+c/c=</NextContinuationToken>'
    res.end(token === null ? page('a', more) : page('b', '<IsTruncated>false</IsTruncated>'))
    return true
  }
  const settings = { url: new URL(bucket.url).origin, region: 'a', key: 'k', secret: 's' }
  const at = Date.parse('2026-03-01T10:00:00.000Z')
  expect(await createBucket(settings).list('many/')).toEqual([
    { name: 'a', size: 434234, at },
    { name: 'b', size: 434234, at },
  ])
  expect(asked).toEqual([null, '1ueG+c/c='])
  bucket.intercept = (_, res) => {
    res.end('<html>Please sign in to this network</html>')
    return true
  }
  await expect(createBucket(settings).list('many/')).rejects.toBeInstanceOf(StorageUnavailable)
})

async function pictureFile(): Promise<File> {
  return fileOf(await twoColors(800, 400).jpeg().toBuffer(), 'a.jpg')
}

/** Starts the server again with other settings. */
async function restartWith(env: Record<string, string>): Promise<TestServer> {
  await school.server.stop()
  return start({ dataDir: school.dataDir, env })
}
