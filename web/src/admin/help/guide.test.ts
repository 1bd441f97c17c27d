import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Copy } from '@bidyaloy/shared/copy/translate'
import { expect, it } from 'vitest'
import { findTopic, guide, guidePicture } from './guide.ts'
import { type GuidePart, parseGuideText } from './guide-pieces.ts'

const DOCS = fileURLToPath(new URL('../../../../docs/', import.meta.url))
const LARGEST_PICTURE = 60 * 1024
const ALL_PICTURES = 1.2 * 1024 * 1024

/** Names from other programs; all other bold text names something on our screens. */
const ELSEWHERE = new Set(['File', 'Save As', 'Web Page, Filtered'])

const copies = import.meta.glob<Record<string, Copy>>(
  ['../../../../shared/src/copy/*-copy.ts', '../../../../shared/src/features/*/*copy.ts'],
  { eager: true },
)

const screenTexts = Object.values(copies)
  .flatMap((module) => Object.values(module))
  .flatMap((copy) => Object.values(copy))
  .map((entry) => (typeof entry === 'string' ? entry : entry.bn))

/** Patterns of all screen texts, which may have parameters. */
const onScreen = screenTexts
  // A text of parameters alone would match anything.
  .filter((text) => /\p{L}/u.test(text.replace(/\{\w+\}/g, '')))
  .map((text) => {
    const plain = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${plain.join('.+')}$`)
  })

const partsOf = (topic: (typeof guide)[number]): GuidePart[] =>
  topic.pieces.flatMap((piece) => {
    if ('items' in piece) return piece.items.flat()
    return 'parts' in piece ? piece.parts : []
  })

it('has titles and leads without marks', () => {
  for (const { name, title, lead } of guide) expect(title + lead, name).not.toMatch(/[*[\]#]/)
})

it('uses the names of buttons and menus on the screens', () => {
  const unknown = guide.flatMap((topic) =>
    partsOf(topic)
      .filter(({ kind, text }) => kind === 'name' && !ELSEWHERE.has(text))
      .filter(({ text }) => !onScreen.some((pattern) => pattern.test(text)))
      .map(({ text }) => `${topic.name}: ${text}`),
  )
  expect(unknown).toEqual([])
})

it('quotes texts of the screens exactly', () => {
  const quotes = guide.flatMap((topic) => {
    const headings = topic.pieces.flatMap((piece) => ('text' in piece ? [piece.text] : []))
    return [topic.lead, ...headings, ...partsOf(topic).map(({ text }) => text)]
      .flatMap((text) => [...text.matchAll(/“([^”]+)”/g)])
      .map(([, quote = '']) => `${topic.name}: ${quote}`)
  })
  expect(quotes.length).toBeGreaterThan(0)
  const unknown = quotes.filter(
    (quote) => !screenTexts.some((text) => text.includes(quote.replace(/^.*?: /, ''))),
  )
  expect(unknown).toEqual([])
})

it('links only to existing topics, and lists all topics in its contents', () => {
  const broken = guide.flatMap((topic) =>
    partsOf(topic).flatMap((part) => {
      if (part.kind !== 'link' || part.href.startsWith('https://')) return []
      return findTopic(part.href.replace(/\.md$/, '')) ? [] : [`${topic.name}: ${part.href}`]
    }),
  )
  expect(broken).toEqual([])
  const contents = fs.readFileSync(path.join(DOCS, 'bn', 'README.md'), 'utf8')
  const listed = [...contents.matchAll(/^\d+\. \[(.+)\]\((.+)\.md\)$/gm)]
  expect(listed.map(([, title, name]) => [name, title])).toEqual(
    guide.map(({ name, title }) => [name, title]),
  )
})

it('shows every picture of its folder, within the size limits', () => {
  const shown = guide.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => (piece.kind === 'picture' ? [piece.file] : [])),
  )
  for (const file of shown) expect(guidePicture(file).width).toBeGreaterThan(100)
  const folder = path.join(DOCS, 'pictures')
  const taken = fs.readdirSync(folder).filter((name) => name.endsWith('.webp'))
  expect(taken.sort()).toEqual([...new Set(shown)].sort())

  const weights = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => fs.statSync(path.join(parentPath, name)).size)
  expect(Math.max(...weights)).toBeLessThanOrEqual(LARGEST_PICTURE)
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(ALL_PICTURES)
})

it('is parsed from Markdown, and refused without a title and a lead', () => {
  const text =
    '# নাম\n\nকী নিয়ে।\n\n## কাজ\n\n1. **জমা দিন** চাপুন।\n2. দেখুন: [ছবি](photos.md)।\n\n- এক\n'
  expect(parseGuideText(text)).toEqual({
    title: 'নাম',
    lead: 'কী নিয়ে।',
    pieces: [
      { kind: 'heading', text: 'কাজ' },
      {
        kind: 'steps',
        items: [
          [
            { kind: 'name', text: 'জমা দিন' },
            { kind: 'text', text: ' চাপুন।' },
          ],
          [
            { kind: 'text', text: 'দেখুন: ' },
            { kind: 'link', text: 'ছবি', href: 'photos.md' },
            { kind: 'text', text: '।' },
          ],
        ],
      },
      { kind: 'list', items: [[{ kind: 'text', text: 'এক' }]] },
    ],
  })
  expect(() => parseGuideText('কথা')).toThrow()
})
