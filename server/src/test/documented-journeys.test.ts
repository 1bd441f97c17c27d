import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const text = fs.readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')

/** A list item that names a file: "1. `path`: what it does", or "1. over HTTP, `path`: …". */
const STEP = /^\d+\. (over HTTP, )?`([^`]+\.tsx?)`(?: through `([^`]+\.tsx?)`)?/gm

const journeys = text
  .split(/^## /m)
  .filter((section) => section.startsWith('Journey'))
  .map((section) => ({
    name: section.split('\n', 1)[0] ?? '',
    steps: [...section.matchAll(STEP)].map(([, overHttp, file, through]) => ({
      file: file ?? '',
      overHttp: overHttp !== undefined,
      through,
    })),
  }))

/** Files that `file` imports, relative to the root. */
function importsOf(file: string): string[] {
  const source = fs.readFileSync(path.join(root, file), 'utf8')
  return [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return [path.posix.join(path.posix.dirname(file), name)]
    const shared = /^@bidyaloy\/shared\/(.+)$/.exec(name)?.[1]
    return shared === undefined ? [] : [`shared/src/${shared}.ts`]
  })
}

describe.each(journeys)('$name', ({ steps }) => {
  test('names files that exist', () => {
    expect(steps.length).toBeGreaterThan(5)
    for (const { file } of steps) {
      expect(fs.existsSync(path.join(root, file)), file).toBe(true)
    }
  })

  test('each step is linked to an earlier one: by an import, by a file that imports both, or by HTTP', () => {
    const unlinked = steps.slice(1).filter(({ file, overHttp, through }, index) => {
      const before = steps.slice(0, index + 1).map((step) => step.file)
      const linked = (from: string, to: readonly string[]) =>
        importsOf(from).some((one) => to.includes(one))
      if (overHttp) return false
      if (through) return !linked(through, [file]) || !linked(through, before)
      return !before.some((one) => linked(one, [file])) && !linked(file, before)
    })
    expect(unlinked.map(({ file }) => file)).toEqual([])
  })
})

test('describes three journeys: a write, a read and work in the background', () => {
  expect(journeys.map(({ name }) => name)).toHaveLength(3)
})
