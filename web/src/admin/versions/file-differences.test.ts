import { expect, it } from 'vitest'
import { fileDifferences } from './record-states.ts'

const state = (...names: string[]) => ({
  files: names.map((name) => ({
    filePath: `uploads/${name}`,
    fileName: name,
    mimeType: 'application/pdf',
    size: 1,
  })),
})

it.each([
  ['swapped', ['a', 'b'], ['b', 'a'], ['a moved 1 2', 'b moved 2 1']],
  ['the same', ['a', 'b'], ['a', 'b'], ['a kept 1 1', 'b kept 2 2']],
  [
    'kept in order around others',
    ['x', 'a', 'b'],
    ['a', 'y', 'b'],
    ['x gone 1 0', 'a kept 2 1', 'b kept 3 3', 'y new 0 2'],
  ],
])('describes files that are %s', (_, former, present, expected) => {
  const found = fileDifferences(state(...former), state(...present))
  expect(
    found.map(({ file, change, formerNumber, presentNumber }) =>
      [file.fileName, change, formerNumber, presentNumber].join(' '),
    ),
  ).toEqual(expected)
})
