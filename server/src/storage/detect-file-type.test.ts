import { randomBytes } from 'node:crypto'
import { ApiError } from '@bidyaloy/shared/api/api'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { circularCompound, crowdedPng, crowdedZip } from '../test/hostile-files.ts'
import {
  compoundBytes,
  contentTypes,
  fileOf,
  officeBytes,
  pdfBytes,
  twoColors,
  zipBytes,
} from '../test/sample-files.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'

let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

function publish(name: string, bytes: Uint8Array | string, collection: CollectionName = 'notices') {
  const file = fileOf(bytes, name)
  return school.admin.createEntry({ params: { collection }, body: { title: name }, file })
}

async function rejection(name: string, bytes: Uint8Array | string, collection?: CollectionName) {
  const error = await publish(name, bytes, collection).catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) throw new Error(`${name} was accepted`)
  return error
}

const WORD_MACRO = 'application/vnd.ms-word.document.macroEnabled.main+xml'
const TEMPLATE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml'
const DAMAGED_DOCX = officeBytes('docx')
DAMAGED_DOCX.fill(0xff, 52, 70)
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

describe('the type of a file', () => {
  it.each([
    ['বিজ্ঞপ্তি.pdf', pdfBytes(), 'application/pdf'],
    ['page.html', pdfBytes(), 'application/pdf'],
    ['ছুটি.docx', officeBytes('docx'), /wordprocessingml/],
    ['ফলাফল.xlsx', officeBytes('xlsx'), /spreadsheetml/],
    ['slides.pptx', officeBytes('pptx'), /presentationml/],
    [
      'old.doc',
      compoundBytes(['1Table', 'Data', 'ObjectPool', 'Other', 'WordDocument']),
      'application/msword',
    ],
    ['old.xls', compoundBytes(['Workbook']), 'application/vnd.ms-excel'],
    ['older.xls', compoundBytes(['Book']), 'application/vnd.ms-excel'],
    ['রুটিন.txt', Buffer.from('শনিবার ১০টা\r\nরবিবার < ১১টা\n'), 'text/plain'],
    ['utf16.TXT', Buffer.from('\ufeffরুটিন', 'utf16le'), 'text/plain'],
    ['long.txt', Buffer.from('বাংলা '.repeat(40_000)), 'text/plain'],
    ['BM.txt', Buffer.from('BMI তালিকা'), 'text/plain'],
  ])('is detected by its content: %s', async (name, bytes, mimeType) => {
    const entry = await publish(name, bytes)
    expect(entry.mimeType).toMatch(mimeType)
    expect(entry.fileName).toBe(name)
    const served = await school.fetch(`/${entry.filePath}`)
    expect(served.headers.get('content-type')).toMatch(mimeType)
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it.each([
    ['html.pdf', '<!doctype html><script>alert(1)</script>'],
    ['page.txt', '\n <html><body>x</body></html>'],
    ['late.txt', `${'লেখা '.repeat(30_000)}<script>alert(1)</script>`],
    ['drawing.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['drawing.txt', '<?xml version="1.0"?><svg/>'],
    ['run.txt', '#!/bin/sh\nrm -rf /'],
    ['page.php.txt', '<?php echo 1;'],
    ['text.pdf', 'only text'],
    ['nul.txt', 'a\0b'],
    ['latin.txt', Buffer.from([0x63, 0xe9, 0x20])],
    ['noise.pdf', randomBytes(3000)],
    ['image.gif', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['late-header.pdf', Buffer.concat([Buffer.from('\n'), pdfBytes()])],
    ['plain.zip', zipBytes({ 'a.txt': 'a' })],
    ['macro.docx', zipBytes({ '[Content_Types].xml': contentTypes(WORD_MACRO) })],
    [
      'hidden-macro.docx',
      zipBytes({ '[Content_Types].xml': contentTypes(WORD), 'word/vbaProject.bin': 'x' }),
    ],
    ['template.docx', zipBytes({ '[Content_Types].xml': contentTypes(TEMPLATE) })],
    [
      'bomb.docx',
      zipBytes(
        { '[Content_Types].xml': contentTypes(WORD), 'main.xml': 'x' },
        { 'main.xml': 4_000_000_000 },
      ),
    ],
    [
      'unpacking-bomb.docx',
      zipBytes({ '[Content_Types].xml': contentTypes(WORD) + ' '.repeat(3_000_000) }),
    ],
    ['damaged.docx', DAMAGED_DOCX],
    ['macro.doc', compoundBytes(['WordDocument', 'Macros', 'VBA'])],
    ['mail.msg', compoundBytes(['__substg1.0_0037001F'])],
  ])('is rejected if it is not accepted: %s', async (name, content) => {
    const error = await rejection(name, content)
    expect(error.code).toBe('unsupported_media_type')
    expect(error.fields.file).toContain('PDF')
  })

  it.each([
    ['cut.docx', officeBytes('docx').subarray(0, 60)],
    ['cut.doc', compoundBytes(['WordDocument']).subarray(0, 700)],
  ])('is rejected if the file is truncated: %s', async (name, content) => {
    expect(['unsupported_media_type', 'validation_failed']).toContain(
      (await rejection(name, content)).code,
    )
  })

  it('is checked against the types of the collection', async () => {
    const avif = await twoColors(64, 64).avif({ effort: 0 }).toBuffer()
    expect((await publish('photo.avif', avif, 'gallery')).mimeType).toBe('image/avif')
    expect((await rejection('photo.avif', avif, 'notices')).code).toBe('unsupported_media_type')
    expect((await rejection('a.pdf', pdfBytes(), 'gallery')).code).toBe('unsupported_media_type')
    expect((await rejection('a.pdf', pdfBytes(), 'main-gallery')).code).toBe(
      'unsupported_media_type',
    )
  })

  it('is rejected with what to do if a HEIC photo cannot be taken, whatever its name', async () => {
    const box = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat', 'latin1')
    for (const error of [
      // This machine cannot decode it.
      await rejection('photo.heic', box, 'gallery'),
      await rejection('photo.jpg', box, 'notices'),
    ]) {
      expect(error.code).toBe('unsupported_media_type')
      expect(error.fields.file).toBe(
        'HEIC photos are not accepted here. Set the camera of the phone to JPG (“Most compatible”).',
      )
    }
  })

  it('is also checked for replacements; the former file stays', async () => {
    const entry = await publish('a.pdf', pdfBytes())
    const change = school.admin.updateEntry({
      params: { collection: 'notices', id: entry._id },
      body: {},
      file: fileOf('<html></html>', 'a.pdf'),
    })
    await expect(change).rejects.toMatchObject({ code: 'unsupported_media_type' })
    expect((await school.fetch(`/${entry.filePath}`)).status).toBe(200)
  })

  it('is rejected with the reason for empty files, damaged pictures and too many pixels', async () => {
    expect((await rejection('empty.pdf', '')).fields.file).toMatch(/empty/)
    const jpeg = await twoColors(400, 400).jpeg().toBuffer()
    expect((await rejection('cut.jpg', jpeg.subarray(0, jpeg.length / 2))).fields.file).toMatch(
      /damaged/,
    )
    const header = Buffer.concat([jpeg.subarray(0, 3), randomBytes(500)])
    expect((await rejection('noise.jpg', header)).fields.file).toMatch(/damaged/)
    const vast = await sharp({
      create: { width: 10_000, height: 6_001, channels: 3, background: '#ffffff' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const error = await rejection('vast.png', vast)
    expect(error.code).toBe('validation_failed')
    expect(error.fields.file).toMatch(/60 megapixels/)
  })

  it.each([
    ['crowded.docx', crowdedZip()],
    ['circle.doc', circularCompound()],
    ['crowded.png', crowdedPng()],
    ['cut.docx', crowdedZip(300).subarray(0, 9000)],
  ])('is rejected for %s, and the next file is accepted', async (name, bytes) => {
    expect((await rejection(name, bytes)).status).toBeLessThan(500)
    expect((await publish('next.docx', officeBytes('docx'))).mimeType).toMatch(/wordprocessingml/)
  })
})
