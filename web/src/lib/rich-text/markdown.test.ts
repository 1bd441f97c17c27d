import fc from 'fast-check'
import type { Node } from 'prosemirror-model'
import { describe, expect, test } from 'vitest'
import { parseMarkdown, tableOf } from './parse-markdown.ts'
import { schema } from './schema.ts'
import { looksOf } from './typed-markdown.ts'
import { writeMarkdown } from './write-markdown.ts'

const { nodes, marks } = schema

const typed = fc
  .array(
    fc.constantFrom(
      ...[
        'ক',
        'খ ',
        ' ',
        '\n',
        '\n\n',
        '**',
        '## ',
        '### ',
        '- ',
        '|',
        '। ',
        '[',
        ']',
        '(',
        ')',
        '1',
      ],
      ...['[এখানে](/x)', '[ক **খ**](https://a.bd)', '![মাঠ](file 2)', '\n| ক | খ |\n|---|---|\n'],
      ...['\n| ক |  | গ |\n|  |\n', 'javascript:', '\\', '\r', '\u00a0', '<b>', '😀'],
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''))

const words = fc.stringMatching(/^[কখগঘ১২a-z]{1,6}( [কখগঘ১২a-z]{1,6}){0,3}$/)
const text = fc
  .array(
    fc.record({
      words,
      isStrong: fc.boolean(),
      href: fc.option(fc.constantFrom('/allNotices', 'https://a.bd/x?y=1', 'tel:+880')),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((runs) =>
    runs.map((run) =>
      schema.text(run.words, [
        ...(run.href === null ? [] : [marks.link.create({ href: run.href })]),
        ...(run.isStrong ? [marks.strong.create()] : []),
      ]),
    ),
  )
const paragraph = fc.array(text, { minLength: 1, maxLength: 3 }).map((lines) =>
  nodes.paragraph.create(
    null,
    lines.flatMap((line, at) => (at > 0 ? [nodes.hard_break.create(), ...line] : line)),
  ),
)
const line = text.map((inline) => nodes.paragraph.create(null, inline))
const cell = fc.oneof(line, fc.constant(nodes.paragraph.create()))
const block: fc.Arbitrary<Node> = fc.oneof(
  paragraph,
  fc
    .tuple(fc.constantFrom(2, 3), text)
    .map(([level, inline]) => nodes.heading.create({ level }, inline)),
  fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) =>
    nodes.list.create(
      null,
      lines.map((one) => nodes.item.create(null, one)),
    ),
  ),
  fc
    .tuple(line, fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }))
    .map(([first, rows]) => tableOf([[first, nodes.paragraph.create()], ...rows])),
  fc
    .record({ file: fc.integer({ min: 1, max: 999 }), description: words })
    .map((attributes) => nodes.picture.create(attributes)),
)
const doc = fc
  .array(block, { minLength: 1, maxLength: 6 })
  .map((blocks) => nodes.doc.create(null, blocks))

describe('a text and its Markdown', () => {
  test('a cell keeps its spaces, and no bar', () => {
    const table = '| ক | খ |\n| ##  গ | ঘ  ঙ |'
    expect(writeMarkdown(parseMarkdown(table))).toBe(table)
    const dandas = '। ক । খ ।\n। | । ঘ ।'
    expect(writeMarkdown(parseMarkdown(dandas))).toBe('| ক | খ |\n| । | ঘ |')
  })

  test('whatever is typed in Markdown is written again with the same look', () => {
    fc.assert(
      fc.property(typed, (markdown) => {
        const parsed = parseMarkdown(markdown)
        parsed.check()
        const written = writeMarkdown(parsed)
        expect(looksOf(parseMarkdown(written).children)).toBe(looksOf(parsed.children))
        expect(writeMarkdown(parseMarkdown(written))).toBe(written)
      }),
      { numRuns: 1000 },
    )
  })

  test('whatever the editor shows is what its Markdown means', () => {
    fc.assert(
      fc.property(doc, (shown) => {
        shown.check()
        expect(looksOf(parseMarkdown(writeMarkdown(shown)).children)).toBe(looksOf(shown.children))
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    'শুরু।\nআরও।\n\n## জাতীয়করণ\n\nপরে **ক [খ](/x)** গ।\n\n- এক\n- [দু **ই**](/y)',
    '### নিয়ম\n\n![মাঠ](file 2)\n\n| ধাপ | তারিখ |\n| লটারি | **১০** |\n\nশেষ',
    '| ক | খ |\n| --- | --- |\n|  |  |\n| গ |  |',
  ])('keeps Markdown as the editor writes it: %j', (markdown) => {
    expect(writeMarkdown(parseMarkdown(markdown))).toBe(markdown)
  })
})
