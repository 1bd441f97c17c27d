import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { type Rule, type Selector, transform } from 'lightningcss'
import { expect, it } from 'vitest'

const source = resolve(import.meta.dirname, '..')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((file) =>
  file.replaceAll('\\', '/'),
)
const textOf = (file: string) => readFileSync(resolve(source, file), 'utf8')
const sheets = files.filter((file) => file.endsWith('.css'))
const modules = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file))

/** The widths of `@media` and `@container`, in rem. `max-width` is 0.01rem less. */
const WIDTHS = {
  phone: 30,
  widePhone: 40,
  tablet: 48,
  desktop: 64,
  /** The table of all classes fits. */
  wideTable: 75,
  /** The menu fits in one line. */
  wideMenu: 78,
}

interface Selected {
  sheet: string
  line: number
  /** Classes of one selector with those of the rules around it, the first one first. */
  classes: readonly string[]
}

function classesOf(selector: unknown): string[] {
  if (Array.isArray(selector)) return selector.flatMap(classesOf)
  if (typeof selector !== 'object' || selector === null) return []
  if ('type' in selector && selector.type === 'class' && 'name' in selector) {
    return [String(selector.name)]
  }
  return Object.values(selector).flatMap(classesOf)
}

function selectedIn(sheet: string): Selected[] {
  const found: Selected[] = []
  const collect = (rules: readonly Rule[], outer: readonly (readonly string[])[]) => {
    for (const rule of rules) {
      if (rule.type === 'style') {
        const inner = rule.value.selectors.flatMap((one: Selector) =>
          outer.map((classes) => [...classes, ...classesOf(one)]),
        )
        const line = rule.value.loc.line + 1
        found.push(...inner.map((classes) => ({ sheet, line, classes })))
        collect(rule.value.rules ?? [], inner)
      } else if (
        rule.type === 'layer-block' ||
        rule.type === 'media' ||
        rule.type === 'container' ||
        rule.type === 'supports'
      ) {
        collect(rule.value.rules, outer)
      }
    }
  }
  transform({
    filename: sheet,
    code: readFileSync(resolve(source, sheet)),
    visitor: { StyleSheet: ({ rules }) => collect(rules, [[]]) },
  })
  return found.filter(({ classes }) => classes.length > 0)
}

const selected = sheets.flatMap(selectedIn)
const sheetsWith = (name: string, test: (one: Selected) => boolean) => [
  ...new Set(
    selected.filter((one) => one.classes.includes(name) && test(one)).map(({ sheet }) => sheet),
  ),
]

/**
 * The sheets that define a class: where a selector has no other class; without such a selector,
 * where one begins with it; else the only sheet that names it.
 */
function homesOf(name: string): string[] {
  const alone = sheetsWith(name, ({ classes }) => new Set(classes).size === 1)
  if (alone.length > 0) return alone
  const first = sheetsWith(name, ({ classes }) => classes[0] === name)
  if (first.length > 0) return first
  const anywhere = sheetsWith(name, () => true)
  return anywhere.length === 1 ? anywhere : []
}

const homes = new Map(
  [...new Set(selected.flatMap(({ classes }) => classes))].map((name) => [name, homesOf(name)]),
)

it('defines each class in one sheet', () => {
  expect(homes.size).toBeGreaterThan(300)
  expect([...homes].filter(([, found]) => found.length > 1)).toEqual([])
})

it('styles the classes of other sheets only together with one of its own', () => {
  const foreign = selected.filter(
    ({ sheet, classes }) => !classes.some((name) => homes.get(name)?.includes(sheet)),
  )
  expect(foreign).toEqual([])
})

it('imports sheets of a folder only in that folder; shared ones are in `styles`', () => {
  const imports = modules.flatMap((file) =>
    [...textOf(file).matchAll(/^import '(\..*\.css)'/gm)].map(([, path = '']) => ({
      file,
      sheet: relative(source, resolve(source, dirname(file), path)),
    })),
  )
  // Pages and screens of a feature share its folder.
  const folderOf = (file: string) => /^features\/[\w-]+/.exec(file)?.[0] ?? dirname(file)
  expect(imports.length).toBeGreaterThan(30)
  expect(
    imports.filter(
      ({ file, sheet }) =>
        dirname(sheet) !== 'styles' && !`${dirname(sheet)}/`.startsWith(`${folderOf(file)}/`),
    ),
  ).toEqual([])
})

it('asks for six widths', () => {
  const allowed = Object.values(WIDTHS).flatMap((width) => [
    `min-width: ${width}rem`,
    `max-width: ${width - 0.01}rem`,
  ])
  const asked = sheets.flatMap((sheet) =>
    [...textOf(sheet).matchAll(/@(?:media|container)([^{]+)\{/g)].flatMap(([, query = '']) =>
      [...query.matchAll(/\(([^()]*\b(?:width|inline-size)\b[^()]*)\)/g)].map(([, condition]) => ({
        sheet,
        condition,
      })),
    ),
  )
  expect(asked.length).toBeGreaterThan(50)
  expect(asked.filter(({ condition = '' }) => !allowed.includes(condition))).toEqual([])
})

/** Classes that ProseMirror gives elements of the editor. */
const OF_EDITOR = ['selectedCell', 'ProseMirror-selectednode', 'ProseMirror-separator']

it('has no class that nothing renders', () => {
  const strings = modules.flatMap((file) =>
    [...textOf(file).matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)].map(([text]) => text.slice(1, -1)),
  )
  const words = new Set(strings.flatMap((text) => text.split(/[\s.<>="]+/)))
  const prefixes = [...words].flatMap((word) => /^([\w-]+[-_])\$\{/.exec(word)?.[1] ?? [])
  // A word of a string, or begun by a template as `guide__${kind}`.
  const isRendered = (name: string) =>
    OF_EDITOR.includes(name) ||
    words.has(name) ||
    prefixes.some((prefix) => name.startsWith(prefix))
  expect([...homes.keys()].filter((name) => !isRendered(name))).toEqual([])
})
