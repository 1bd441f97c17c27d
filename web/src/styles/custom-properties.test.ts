import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const source = resolve(import.meta.dirname, '..')
const css = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => readFileSync(resolve(source, file), 'utf8'))
  .join('\n')

it('uses no undeclared custom property without a fallback', () => {
  const declared = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name))
  const used = [...css.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name)
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter((name) => !declared.has(name))).toEqual([])
})
