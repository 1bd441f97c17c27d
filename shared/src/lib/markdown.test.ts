import { describe, expect, it } from 'vitest'
import { excerptOf, markdownBlocks, plainTextOf, type TextPart } from './markdown.ts'

const text = (of: string): TextPart => ({ kind: 'text', text: of })
const paragraph = (...parts: TextPart[]) => ({ kind: 'paragraph', parts })

describe('blocks of a text', () => {
  it('end at blank lines and headings', () => {
    expect(markdownBlocks('শুরু।\nআরও।\r\n\r\n## জাতীয়করণ\nপরে।\n\n\n')).toEqual([
      paragraph(text('শুরু।\nআরও।')),
      { kind: 'heading', parts: [text('জাতীয়করণ')] },
      paragraph(text('পরে।')),
    ])
  })

  it('are absent in an empty text', () => {
    expect(markdownBlocks(' \n\n ')).toEqual([])
  })

  it('are lists if lines begin with a dash', () => {
    expect(markdownBlocks('অর্জন:\n- প্রথম\n- **দ্বিতীয়**\nশেষ।\n\n- একা\n\n- আরেক')).toEqual([
      paragraph(text('অর্জন:')),
      { kind: 'list', items: [[text('প্রথম')], [{ kind: 'bold', parts: [text('দ্বিতীয়')] }]] },
      paragraph(text('শেষ।')),
      { kind: 'list', items: [[text('একা')]] },
      { kind: 'list', items: [[text('আরেক')]] },
    ])
  })

  it('are subheadings, and pictures by the number of their file', () => {
    expect(markdownBlocks('### ভর্তির নিয়ম\n![মাঠ](file 2)\nশেষ।\n![](file ১২)\n![x](file)')).toEqual(
      [
        { kind: 'subheading', parts: [text('ভর্তির নিয়ম')] },
        { kind: 'picture', file: 2, description: 'মাঠ' },
        paragraph(text('শেষ।')),
        { kind: 'picture', file: 12, description: '' },
        paragraph(text('![x](file)')),
      ],
    )
  })

  it('are tables if two lines or more have cells, with or without a rule under the headings', () => {
    const rows = [
      [[text('ধাপ')], [text('তারিখ')]],
      [[{ kind: 'bold', parts: [text('লটারি')] }], []],
      [[text('ভর্তি')]],
    ]
    const table = '| ধাপ | তারিখ |\n|**লটারি**||\n| ভর্তি |'
    expect(markdownBlocks(`আগে\n${table}\nপরে`)).toEqual([
      paragraph(text('আগে')),
      { kind: 'table', rows },
      paragraph(text('পরে')),
    ])
    expect(markdownBlocks(table.replace('\n', '\n|:---|---|\n'))).toEqual([{ kind: 'table', rows }])
    // As a conversion from Bijoy leaves it.
    expect(markdownBlocks(table.replaceAll('|', '।'))).toEqual([{ kind: 'table', rows }])
    expect(plainTextOf(table)).toBe('ধাপ, তারিখ\nলটারি, \nভর্তি')
  })

  it('contain bold words and links, also nested', () => {
    expect(markdownBlocks('ক **খ [গ **ঘ**](/allnews) ঙ** চ')).toEqual([
      paragraph(
        text('ক '),
        {
          kind: 'bold',
          parts: [
            text('খ '),
            {
              kind: 'link',
              href: '/allnews',
              parts: [text('গ '), { kind: 'bold', parts: [text('ঘ')] }],
            },
            text(' ঙ'),
          ],
        },
        text(' চ'),
      ),
    ])
  })
})

describe('other text', () => {
  it.each([
    '**খোলা',
    'a ** b',
    '****',
    '[ ]( )',
    '[x]()',
    '[](/x)',
    '[x] (/x)',
    '#শিরোনাম',
    '-৫ ডিগ্রি',
    '##',
    '-',
    '| একা | সারি |',
    '||',
    'ক | খ |',
  ])('stays literal: %s', (typed) => {
    const [piece, ...more] = markdownBlocks(typed)
    expect(more).toEqual([])
    expect(piece?.kind).toBe('paragraph')
    const parts = piece && 'parts' in piece ? piece.parts : []
    expect(parts.map((part) => (part.kind === 'text' ? part.text : '?')).join('')).toBe(typed)
  })

  it('keeps bold words before an unclosed mark', () => {
    expect(markdownBlocks('**ক** খ ** গ')).toEqual([
      paragraph({ kind: 'bold', parts: [text('ক')] }, text(' খ '), text('**'), text(' গ')),
    ])
  })
})

describe('addresses', () => {
  it.each([
    '/schoolInfo',
    '/n/abc?x=1#y',
    'https://moedu.gov.bd/a',
    'HTTP://x.bd',
    'mailto:a@b.bd',
    'tel:+8802',
  ])('become links to pages, web sites, mail and telephone numbers: %s', (href) => {
    expect(markdownBlocks(`[এখানে](${href})`)).toEqual([
      paragraph({ kind: 'link', href, parts: [text('এখানে')] }),
    ])
  })

  it.each([
    'javascript:alert',
    'JaVaScRiPt:alert',
    '\u0001javascript:alert',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:\\\\evil.example',
    'https:evil.example',
    'evil.example',
    'blob:x',
    'file:///etc/passwd',
  ])('stay text for any other scheme: %s', (href) => {
    const typed = `[এখানে](${href})`
    expect(markdownBlocks(typed)).toEqual([paragraph(text(typed))])
  })
})

it('treats HTML as text', () => {
  const typed = '<img src=x onerror=alert> <a href="javascript:x">ক</a>'
  expect(markdownBlocks(typed)).toEqual([paragraph(text(typed))])
})

it.each(['[', '**', '[a](', '[a](/b', '**[', '](', '\n', '- \n', ' ', '[**](/x)'])(
  'parses a long history of %j within a second',
  (unit) => {
    const history = unit.repeat(Math.ceil(30_000 / unit.length))
    const started = performance.now()
    for (let times = 0; times < 10; times += 1) markdownBlocks(history)
    expect(performance.now() - started).toBeLessThan(1000)
  },
)

it('has plain words for previews', () => {
  const body = '## ছুটি\n\nকাল **বিদ্যালয়** বন্ধ।\n![](file 1)\n- [নোটিশ](/allNotices)\n- শেষ'
  expect(plainTextOf(body)).toBe('ছুটি\nকাল বিদ্যালয় বন্ধ।\nনোটিশ\nশেষ')
  expect(excerptOf(body, 100)).toBe('ছুটি কাল বিদ্যালয় বন্ধ। নোটিশ শেষ')
  expect(excerptOf(body, 12)).toBe('ছুটি কাল…')
  expect(excerptOf('ক'.repeat(30), 10)).toBe(`${'ক'.repeat(9)}…`)
})
