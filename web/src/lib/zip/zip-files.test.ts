import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { UnreadableFileError, zipFiles } from './zip-files.ts'

const fileOf = (path: string, text: string, day: string) => ({
  path,
  file: new File([text], path, { lastModified: Date.parse(day) }),
})
const files = [
  fileOf('নোটিশ/ভর্তি/ফরম.pdf', 'ভর্তির ফরম', '2021-03-04T20:30:15Z'),
  fileOf('নোটিশ/খালি.txt', '', '2019-05-06T00:00:00Z'),
]
const { signal } = new AbortController()
const options = { signal, onRead: () => {} }

test('makes a zip that has the paths, bytes and times of the files, always the same', async () => {
  const read: number[] = []
  const zip = await zipFiles('নোটিশ.zip', files, { signal, onRead: (bytes) => read.push(bytes) })
  const opened = await fromBufferPromise(Buffer.from(await zip.arrayBuffer()))
  const found = []
  for await (const entry of opened.eachEntry()) {
    const text = (await buffer(await opened.openReadStreamPromise(entry))).toString()
    found.push([entry.fileName, text, entry.getLastModDate().toISOString()])
  }
  expect(found).toEqual([
    ['নোটিশ/খালি.txt', '', '2019-05-06T00:00:00.000Z'],
    ['নোটিশ/ভর্তি/ফরম.pdf', 'ভর্তির ফরম', '2021-03-04T20:30:15.000Z'],
  ])
  expect(read.at(-1)).toBe(files[0]?.file.size)
  const again = await zipFiles('নোটিশ.zip', files.toReversed(), options)
  expect(again.lastModified).toBe(zip.lastModified)
  expect(Buffer.from(await again.arrayBuffer()).equals(Buffer.from(await zip.arrayBuffer()))).toBe(
    true,
  )
})

test('names the file that cannot be read', async () => {
  const broken = fileOf('ক.pdf', 'x', '2020-01-01T00:00:00Z')
  broken.file.stream = () => {
    throw new Error('NotReadableError')
  }
  await expect(zipFiles('a.zip', [broken], options)).rejects.toEqual(
    new UnreadableFileError('ক.pdf'),
  )
})
