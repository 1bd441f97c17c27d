import { markdownBlocks, plainTextOf } from '@bidyaloy/shared/lib/markdown'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { siteOf } from './addresses.ts'
import { convertHtml } from './html-markdown.ts'
import { parseHtml } from './html-tree.ts'
import { replaceShortcodes } from './shortcodes.ts'

const base = 'http://www.old.example/2019/notice/'
const options = { base, isOwn: siteOf('http://old.example'), keepsLines: true }
const convert = (html: string) => convertHtml(parseHtml(replaceShortcodes(html, () => 0)), options)
const bodyOf = (html: string) => convert(html).body

describe('a text of an older site', () => {
  it.each([
    ['প্রথম\nলাইন\n\nদ্বিতীয়', 'প্রথম\nলাইন\n\nদ্বিতীয়'],
    ['<p>ক <b>খ </b><strong>গ</strong><br>ঘ</p><p>ঙ', 'ক **খ গ**\nঘ\n\nঙ'],
    ['<h1>শি<b>রো</b>নাম</h1><h4>ছোট</h4><hr>', '## শিরোনাম\n\n### ছোট'],
    ['<ul><li>ক<ul><li>খ</ul><li><p>গ</p></ul>', '- ক\n- খ\n- গ'],
    ['<ol><li>এক</li><li>দুই</li></ol><ol><li>one</ol>', '১. এক\n২. দুই\n\n1. one'],
    [
      '<a href="/ক (১).html">লিংক</a>',
      '[লিংক](http://www.old.example/%E0%A6%95%20%28%E0%A7%A7%29.html)',
    ],
    ['<a href="https://x.example/?a=b">[অন্য]</a>', '[(অন্য)](https://x.example/?a=b)'],
    ['<a href="javascript:alert(1)">চাপুন</a>', 'চাপুন'],
    ['<table><tr><td>একা</td></tr></table>', 'একা'],
    [
      '<table><tr><th colspan=2>ক<th>খ<tr><td rowspan=2>১<td>২|৩<td>৪<tr><td>৫<td><b>৬</b></table>',
      '| ক |  | খ |\n| ১ | ২।৩ | ৪ |\n|  | ৫ | **৬** |',
    ],
    ['<p hidden>না</p><p style="display: none">না</p><style>x</style>হ্যাঁ', 'হ্যাঁ'],
    ['<font face="SutonnyMJ">GKwU †bvwUk</font> (PDF)', 'একটি নোটিশ (PDF)'],
    ['<p>cÖfvwZ kvLv: 28/11/2021 wLª. fwZ© weÁwß</p>', 'প্রভাতি শাখা: ২৮/১১/২০২১ খ্রি. ভর্তি বিজ্ঞপ্তি'],
    ['[vc_row]ভেতর[/vc_row] [বি.দ্র.] [PDF]', 'ভেতর\n\n[বি.দ্র.] [PDF]'],
    ['<p>a\u0000b\u200bc\u0007</p>', 'abc'],
    ['<pre>a  b\nc</pre>', 'a b\nc'],
  ])('%j', (html, markdown) => expect(bodyOf(html)).toBe(markdown.normalize('NFC')))

  it('keeps its own pictures and documents as files, and names what does not fit', () => {
    const leftOut: unknown[] = []
    const html = `
      <p>ক<img src="a.jpg" alt="মাঠ">খ</p><a href="/b.jpg"><img src="/b-300x200.jpg"></a>
      <img src="https://other.example/c.jpg"><img src="data:image/png;base64,AA"><img src="/1x1.gif" width="1">
      <a href="/d.pdf">ফরম</a> <a href="https://drive.example/e.pdf">অন্য</a>
      <iframe src="https://www.youtube.com/embed/x"></iframe>
      <iframe src="https://docs.google.com/viewer?url=http://old.example/f.pdf"></iframe>
      <form action="/send"><input name=a>লুকানো</form><script src="/x.js"></script>
      [contact-form-7 id="1"] [rev_slider alias="x"] [weather city="Dhaka"] [pdf-embedder url="/g.pdf"]`
    const text = convertHtml(
      parseHtml(replaceShortcodes(html, (one) => leftOut.push(one))),
      options,
    )
    expect(text.files.map(({ key }) => key)).toEqual([
      'http://www.old.example/2019/notice/a.jpg',
      'http://www.old.example/b.jpg',
      'http://www.old.example/d.pdf',
      'http://old.example/f.pdf',
    ])
    expect(text.files[1]?.addresses).toContain('http://www.old.example/b-300x200.jpg')
    expect(text.body).toContain('কখ\n\n![মাঠ](file 1)\n\n![](file 2)')
    expect(text.body).toContain(
      '[ফরম](http://www.old.example/d.pdf) [অন্য](https://drive.example/e.pdf)',
    )
    expect(text.body).not.toContain('লুকানো')
    expect(text.leftOut.map(({ what }) => what)).toEqual([
      'picture',
      'picture',
      'video',
      'form',
      'script',
    ])
    expect(leftOut).toEqual([
      { what: 'form', name: 'contact-form-7' },
      { what: 'slider', name: 'rev_slider' },
      { what: 'shortcode', name: 'weather' },
      { what: 'shortcode', name: 'pdf-embedder' },
    ])
  })

  const pieces = fc.constantFrom(
    ...['<b>', '</b>', '<p>', '</p>', '<a href="/x">', '</a>', '<li>', '<ul>', '</ul>', '<table>'],
    ...['<tr>', '<td>', '</td>', '</table>', '<img src="/a.jpg">', '<br>', '<script>', '</script>'],
    ...['ক', ' ', '\n', '**', '[', ']', '(x)', '|', '- ', '## ', '&amp;', '&lt;b>', '<', '>', '"'],
    ...[
      '[gallery ids="1"]',
      '[caption]',
      '[/caption]',
      'GZØviv',
      '\0',
      '\ufffd',
      '😀',
      '<h2>',
      '&#0;',
    ],
  )
  it('becomes Markdown that shows its words and no HTML, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (written) => {
        const { body, files } = convert(written.join(''))
        for (const block of markdownBlocks(body)) {
          if (block.kind === 'picture') expect(files[block.file - 1]).toBeDefined()
        }
        expect(plainTextOf(body)).not.toMatch(/[^\P{Cc}\n]/u)
        expect(body.trim()).toBe(body)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    '<div>',
    '<b>',
    '<table><tr><td>',
    '<li>',
    '<a href=x>',
    '<img src=/a.jpg>',
    '</p>',
    '<!--',
    '&#',
    '[a ',
    '[gallery',
    '**',
    '<p style="',
  ])('of 400 KB of %s takes little time', (piece) => {
    const html = piece.repeat(Math.ceil(4e5 / piece.length))
    const start = performance.now()
    convert(html)
    expect(performance.now() - start).toBeLessThan(5000)
  })
})
