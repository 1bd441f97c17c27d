import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { encodeBijoy } from '@bidyaloy/shared/lib/bijoy/test/bijoy-encoder'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { openSource } from './open-source.ts'
import { addressOf } from './site-addresses.ts'
import { type Found, isRefused, type Source, type SourceItem } from './source.ts'
import { decodeZipName, safePath, titleFromName } from './zip-names.ts'

let folder: string
let source: Source | undefined
const { signal } = new AbortController()

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'given-'))
})
afterEach(async () => {
  await source?.close()
  source = undefined
  await fs.rm(folder, { recursive: true })
})

async function write(files: Record<string, string | Buffer>): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    await fs.mkdir(path.dirname(path.join(folder, 'old', name)), { recursive: true })
    await fs.writeFile(path.join(folder, 'old', name), bytes)
  }
}
const options = () => ({ staging: folder, maxFileBytes: 1000 })
async function lookAt(input: Parameters<typeof openSource>[0]): Promise<Found[]> {
  source = await openSource(input, options())
  const { found, next } = await source.look(null, signal)
  expect(next).toBeNull()
  return [...found]
}
const summary = (found: readonly Found[]) =>
  found.map((one) =>
    isRefused(one)
      ? [one.key, one.reason]
      : [one.title, one.day, one.proposed, one.files.map(({ key }) => key).join()],
  )
const nfc = (rows: readonly (readonly (string | null)[])[]) =>
  rows.map((row) => row.map((cell) => cell?.normalize('NFC') ?? null))

async function zipOf(files: readonly (readonly [string, string | Buffer])[]): Promise<Buffer> {
  const zip = new ZipFile()
  const mtime = new Date('2018-07-06T12:00:00')
  for (const [name, bytes] of files) {
    zip.addBuffer(Buffer.from(bytes), name, { mtime, forceDosTimestamp: true })
  }
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
async function given(name: string, bytes: Buffer) {
  const file = path.join(folder, name)
  await fs.writeFile(file, bytes)
  return { files: [{ path: file, name }] }
}
/** Replaces a name in a zip by another one of as many bytes. */
function renamed(zip: Buffer, from: string, to: Buffer | string, isUtf8 = false): Buffer {
  const bytes = Buffer.from(zip)
  const name = Buffer.from(to)
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) {
    name.copy(bytes, at)
    const isCentral = at > 46 && bytes.readUInt32LE(at - 46) === 0x02014b50
    const flags = isCentral ? at - 46 + 8 : at - 30 + 6
    bytes.writeUInt16LE(isUtf8 ? 0x800 : 0, flags)
  }
  return bytes
}

describe('a folder of an older site', () => {
  it('has entries named by its files, lists and albums', async () => {
    const day = new Date('2017-02-03T06:00:00Z')
    await write({
      '2019-05-03 ভর্তি_বিজ্ঞপ্তি.pdf': 'a',
      'নোটিশ/ছুটি ০৩.০৪.২০২০.jpg': 'b',
      'নোটিশ/ছুটি-২.jpg': 'b',
      'নোটিশ/scan20210102.png': 'c',
      'নোটিশ/plain.docx': 'd',
      'Form/tc.pdf': 'e',
      'empty.pdf': '',
      'setup.exe': 'MZ',
      'large.pdf': 'x'.repeat(2000),
      'Thumbs.db': 'x',
      '.hidden/x.pdf': 'x',
      'ছবি/বিজয় দিবস ২০২২-১২-১৬/1.jpg': '1',
      'ছবি/বিজয় দিবস ২০২২-১২-১৬/2.jpg': '2',
      'list.csv': `\ufeffশিরোনাম,তারিখ,ফাইল,ধরন,লেখা\nফলাফল,১২/০১/২০২২,r/1.pdf,ফলাফল,\nশুধু লেখা,2022-01-13,,,আগামীকাল বন্ধ\nনেই,১৩/০১/২০২২,none.pdf,,\nকবে,সেদিন,r/1.pdf,,\nবাইরে,১৩/০১/২০২২,../../x,,\n`,
      'r/1.pdf': 'f',
      [`${encodeBijoy('প্রবেশপত্র বিতরণ', 'newer')}.pdf`]: 'g',
    })
    for (const name of ['নোটিশ/plain.docx', 'Form/tc.pdf', 'large.pdf']) {
      await fs.utimes(path.join(folder, 'old', name), day, day)
    }
    await fs.symlink('/etc/passwd', path.join(folder, 'old', 'link.pdf'))
    const found = await lookAt({ folder: path.join(folder, 'old') })
    const rows = summary(found)
    const bijoy = rows.find(([title]) => title === 'প্রবেশপত্র বিতরণ'.normalize('NFC'))
    expect(bijoy?.[3]).toMatch(/pdf$/)
    expect(rows.filter((row) => row !== bijoy)).toEqual(
      nfc([
        ['link.pdf', 'wrong-type'],
        ['ফলাফল', '2022-01-12', 'notices', 'r/1.pdf'],
        ['শুধু লেখা', '2022-01-13', 'notices', ''],
        ['list.csv#4', 'gone'],
        ['list.csv#5', 'no-day'],
        ['list.csv#6', 'gone'],
        ['ভর্তি বিজ্ঞপ্তি', '2019-05-03', 'notices', '2019-05-03 ভর্তি_বিজ্ঞপ্তি.pdf'],
        ['empty.pdf', 'empty'],
        ['large', '2017-02-03', 'notices', 'large.pdf'],
        ['setup.exe', 'wrong-type'],
        ['tc', '2017-02-03', 'downloads', 'Form/tc.pdf'],
        [
          'বিজয় দিবস',
          '2022-12-16',
          'albums',
          'ছবি/বিজয় দিবস ২০২২-১২-১৬/1.jpg,ছবি/বিজয় দিবস ২০২২-১২-১৬/2.jpg',
        ],
        ['plain', '2017-02-03', 'notices', 'নোটিশ/plain.docx'],
        ['scan', '2021-01-02', 'notices', 'নোটিশ/scan20210102.png'],
        ['ছুটি', '2020-04-03', 'notices', 'নোটিশ/ছুটি ০৩.০৪.২০২০.jpg'],
        ['নোটিশ/ছুটি-২.jpg', 'duplicate'],
      ]),
    )
    const large = found.find((one): one is SourceItem => !isRefused(one) && one.title === 'large')
    const target = path.join(folder, 'target')
    expect(await source?.file(large?.files[0] as never, target, signal)).toEqual({
      reason: 'too-large',
    })
    expect(await fs.readdir(folder)).not.toContain('target')
    await source?.close()
    // Of a list alone, nothing else is meant.
    const listed = await lookAt({ folder: path.join(folder, 'old', 'list.csv') })
    expect(summary(listed).filter(([, , collection]) => collection)).toHaveLength(2)
    await expect(lookAt({ folder: path.join(folder, 'none') })).rejects.toMatchObject({
      reason: 'source-gone',
    })
  })
})

describe('a zip of an older site', () => {
  it('has names in any encoding, and days of its files', async () => {
    const utf8 = 'নোটিশ.pdf'
    const zip = renamed(
      await zipOf([
        ['a'.repeat(Buffer.byteLength(utf8)), 'a'],
        ['two/3.pdf', 'b'],
        ['two/4.pdf', 'b'],
      ]),
      'a'.repeat(Buffer.byteLength(utf8)),
      utf8,
    )
    const input = await given('old.zip', zip)
    expect(summary(await lookAt(input))).toEqual(
      nfc([
        [utf8.slice(0, -4), '2018-07-06', 'notices', utf8],
        ['3', '2018-07-06', 'notices', 'two/3.pdf'],
        ['two/4.pdf', 'duplicate'],
      ]),
    )
    const target = path.join(folder, 'target')
    const file = { key: 'two/3.pdf', name: '3.pdf', addresses: [] }
    expect(await source?.file(file, target, signal)).toEqual({ size: 1 })
    expect(await fs.readFile(target, 'utf8')).toBe('b')
  })

  it.each([
    [Buffer.from('ছুটি'), false, 'ছুটি'],
    [Buffer.from('ছুটি'), true, 'ছুটি'],
    // UTF-8 that was taken for the code page of DOS, and written again.
    [Buffer.from('αªòαª▓'), true, 'কল'],
    [Buffer.from([0x82, 0x74, 0x82, 0x2e, 0x70, 0x64, 0x66]), false, 'été.pdf'],
    [Buffer.from([0x6d, 0x81, 0x72]), false, 'mür'],
  ])('names %j', (bytes, isUtf8, name) => {
    expect(decodeZipName(bytes, isUtf8)).toBe(name.normalize('NFC'))
  })
  it.each([
    ['a\\b/./c.pdf', 'a/b/c.pdf'],
    ['../a', null],
    ['a/../../b', null],
    ['/etc/passwd', null],
    ['C:\\x', null],
    ['a\0b', null],
    ['\\\\host\\x', null],
  ])('path %j', (name, safe) => expect(safePath(name)).toBe(safe))
  it('gives titles of words', () => {
    expect(titleFromName('ভর্তি_ফরম__২০২০ -')).toBe('ভর্তি ফরম ২০২০'.normalize('NFC'))
  })

  it('takes little time for any name', () => {
    const [name, start] = ['-'.repeat(1900), performance.now()]
    for (let at = 0; at < 1000; at += 1) {
      titleFromName(`${name}x`)
      addressOf(`http://x${name.replaceAll('-', '/')}x`)
    }
    expect(performance.now() - start).toBeLessThan(2000)
  })

  it('that is unsafe, damaged or a bomb is refused', async () => {
    const outside = renamed(
      await zipOf([
        ['xx/evil.pdf', 'a'],
        ['good.pdf', 'b'],
      ]),
      'xx/evil.pdf',
      '../evil.pdf',
    )
    expect(summary(await lookAt(await given('outside.zip', outside)))).toEqual([
      ['../evil.pdf', 'unsafe-zip'],
      ['good', '2018-07-06', 'notices', 'good.pdf'],
    ])
    await source?.close()
    const bomb = await zipOf([['a.pdf', Buffer.alloc(20_000_000)]])
    await expect(lookAt(await given('bomb.zip', bomb))).rejects.toMatchObject({
      reason: 'unsafe-zip',
    })
    const cut = (await zipOf([['a.pdf', 'a']])).subarray(0, 60)
    await expect(lookAt(await given('cut.zip', cut))).rejects.toMatchObject({ reason: 'damaged' })
    // More bytes than its list says.
    const lying = await zipOf([['a.pdf', Buffer.alloc(3000)]])
    lying.writeUInt32LE(10, lying.indexOf(Buffer.from('PK\x01\x02')) + 24)
    const target = path.join(folder, 'target')
    await lookAt(await given('lying.zip', lying))
    const file = { key: 'a.pdf', name: 'a.pdf', addresses: [] }
    expect(await source?.file(file, target, signal)).toEqual({ reason: 'damaged' })
    // One file is packed in a way that nobody reads, and 300 say that they are the same.
    const alike = await zipOf([
      ['wp.xml', 'wordpress.org/export/'],
      ['list.csv', 'title,date,file\n'],
      ...Array.from({ length: 300 }, (_, at) => [`b${at}.pdf`, `${at}`.padStart(8)] as const),
    ])
    let entries = 0
    for (let at = alike.indexOf('PK\x01\x02'); at >= 0; at = alike.indexOf('PK\x01\x02', at + 1)) {
      if (entries < 2) alike.writeUInt16LE(12, at + 10)
      else alike.writeUInt32LE(7, at + 16)
      entries += 1
    }
    source = await openSource(await given('alike.zip', alike), options())
    const { found: unlike } = await source.look(null, signal)
    expect(unlike.filter(isRefused).map(({ key }) => key)).toEqual(['wp.xml', 'list.csv'])
    await source.close()
    const many = await zipOf(
      Array.from({ length: 300 }, (_, at) => [`${at}.pdf`, `${at}`] as const),
    )
    source = await openSource(await given('many.zip', many), options())
    const parts = [await source.look(null, signal)]
    parts.push(await source.look(parts[0]?.next ?? null, signal))
    expect(parts.map(({ found, next }) => [found.length, next === null])).toEqual([
      [200, false],
      [100, true],
    ])
  })
})
