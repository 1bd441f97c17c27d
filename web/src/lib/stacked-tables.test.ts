import { expect, it } from 'vitest'
import { stackTables } from './stacked-tables.ts'

const simple =
  '<table><thead><tr><th>নাম</th><th>পদবি</th></tr></thead><tbody><tr><td>ক</td><td>শিক্ষক</td></tr></tbody></table>'

it('adds the column heading to each cell, and explicit roles', () => {
  const { html, scrolls } = stackTables(`<h2>শিক্ষক</h2>${simple}<p>শেষ</p>`)
  expect(scrolls).toBe(false)
  expect(html).toBe(
    '<h2>শিক্ষক</h2><table class="table--stack" role="table"><thead role="rowgroup">' +
      '<tr role="row" data-head><th role="columnheader">নাম</th><th role="columnheader">পদবি</th></tr></thead>' +
      '<tbody role="rowgroup"><tr role="row"><td role="cell" data-label="নাম">ক</td>' +
      '<td role="cell" data-label="পদবি">শিক্ষক</td></tr></tbody></table><p>শেষ</p>',
  )
})

it('accepts the bold first row of a word processor and headings between rows', () => {
  const { html, scrolls } = stackTables(
    '<table>\n<tbody>\n<tr>\n<td>\n<p><b><span>ক্রমিক\n  নং</span></b></p>\n</td><td><p><strong>“নাম"</strong></p></td><td><p>\u00a0</p></td></tr>' +
      '<tr><td colspan="3"><p>প্রভাতী শিফট</p></td></tr>' +
      '<tr><td><p>১</p></td><td><p>ক <b>খ</b></p></td><td><p>\u00a0</p></td></tr></tbody></table>',
  )
  expect(scrolls).toBe(false)
  expect(html).toContain('<td role="cell" data-label="ক্রমিক নং"><p>১</p>')
  expect(html).toContain('<td role="cell" data-label="“নাম&quot;"><p>ক')
  expect(html).toContain('<td colspan="3" role="cell"><p>প্রভাতী')
  expect(html).toContain('<td role="cell" data-empty><p>\u00a0</p>')
})

const row = (...cells: string[]) => `<tr>${cells.join('')}</tr>`
const heads = row('<th>ক</th>', '<th>খ</th>')
const body = row('<td>১</td>', '<td>২</td>')
it.each([
  ['without heads', row('<td>১</td>', '<td>২</td>') + row('<td>৩</td>', '<td>৪</td>')],
  ['of heads alone', heads],
  [
    'with cells over two rows',
    heads + row('<td rowspan="2">১</td>', '<td>২</td>') + row('<td>৩</td>'),
  ],
  [
    'with heads over two columns',
    row('<th colspan="2">ক</th>', '<th>খ</th>') + row('<td>১</td>', '<td>২</td>', '<td>৩</td>'),
  ],
  ['with more cells than heads', heads + row('<td>১</td>', '<td>২</td>', '<td>৩</td>')],
  ['with a head of thousands of letters', row(`<th>${'ক'.repeat(9000)}</th>`, '<th>খ</th>') + body],
  ['with hundreds of columns', row('<th>ক</th>'.repeat(300)) + body],
  ['with thousands of rows', heads + body.repeat(5000)],
  ['with a table in it', heads + row('<td>১</td>', `<td>${simple}</td>`)],
])('leaves a table %s unchanged and scrolling', (_what, rows) => {
  const html = `<table><tbody>${rows}</tbody></table>`
  expect(stackTables(html)).toEqual({ html, scrolls: true })
})

it('labels simple tables next to others', () => {
  const odd = `<table>${heads}</table>`
  const { html, scrolls } = stackTables(odd + simple + odd)
  expect(scrolls).toBe(true)
  expect(html.startsWith(odd)).toBe(true)
  expect(html).toContain('data-label="পদবি"')
})

it.each(['<table>', '<td>', '<tr><td>', '</table>', '<table><tr><th>', '<td', '<b>', '</td>'])(
  'parses half a million characters of %s within two seconds',
  (unit) => {
    const started = performance.now()
    stackTables(unit.repeat(500_000 / unit.length))
    expect(performance.now() - started).toBeLessThan(2000)
  },
)
