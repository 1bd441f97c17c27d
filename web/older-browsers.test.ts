import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { transform } from 'lightningcss'
import { expect, it } from 'vitest'
import { forOlderBrowsers } from './older-browsers.ts'

const visitor = forOlderBrowsers(resolve(import.meta.dirname, 'src/styles/tokens.css'))
const safari15 = 15 << 16

function lowered(css: string): string {
  const code = new TextEncoder().encode(css)
  const made = transform({
    filename: 'test.css',
    code,
    minify: true,
    visitor,
    targets: { safari: safari15 },
  })
  return new TextDecoder().decode(made.code)
}

/** Number of ids in a selector. */
const ids = (selector: string) => selector.match(/#/g)?.length ?? 0

it('gives a selector of a later layer more ids than any of an earlier one', () => {
  const css = lowered(
    '@layer utilities{.vh{color:red}}@layer base{#main .card a:hover{color:green}}@layer reset{*{color:blue}}',
  )
  expect(css).not.toContain('@layer')
  const [utilities = '', base = '', reset = ''] = css.split('}')
  expect(ids(utilities)).toBeGreaterThan(ids(base))
  expect(ids(base) - 1).toBeGreaterThan(ids(reset))
})

it('adds ids to nested selectors only once, and before a pseudo-element', () => {
  expect(lowered('@layer base{.a{color:red;& .b::after{color:green}&:hover{color:blue}}}')).toBe(
    '.a:not(#_):not(#_){color:red}.a:not(#_):not(#_) .b:after{color:green}.a:not(#_):not(#_):hover{color:#00f}',
  )
  expect(lowered('@layer base{.a::before{color:red}}')).toBe('.a:not(#_):not(#_):before{color:red}')
})

it('falls back to the width of the window without container queries', () => {
  const css = lowered('@layer reset{@container menu (min-width: 40rem){a{color:red}}}')
  expect(css).toContain('@container menu (')
  expect(css).toContain(
    '@supports not (container-type:inline-size){@media (min-width:40rem){a{color:red}}}',
  )
})

it('rejects a layer that is not declared', () => {
  expect(() => lowered('@layer other{a{color:red}}')).toThrow(/other/)
})

/** Of browsers after Chrome 109, Firefox 115 or Safari 15.4; the build changes only the syntax. */
const NEWER_METHODS =
  /\.(toSorted|toReversed|toSpliced|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|isWellFormed)\(|\.with\(\d|\b(Object|Map)\.groupBy\(|\bURL\.(canParse|parse)\(|\bPromise\.(try|withResolvers)\(|\bArray\.fromAsync\(|\bAbortSignal\.any\(|\bRegExp\.escape\(/

it('calls no method that the oldest supported browsers lack', () => {
  const found = ['src', '../shared/src'].flatMap((folder) => {
    const at = resolve(import.meta.dirname, folder)
    return readdirSync(at, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .filter((file) => NEWER_METHODS.test(readFileSync(resolve(at, file), 'utf8')))
  })
  expect(found).toEqual([])
})
