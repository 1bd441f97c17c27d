import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { parsePastedHtml } from '../parse-pasted-html.ts'

/** Reduces HTML, as Word, Facebook and web pages copy it, to what the schema reads. */
export function cleanHtml(html: string): string {
  const body = parsePastedHtml(html)
  // Facebook's emoji are pictures. Others cannot be shown, and programs describe them.
  for (const image of body.querySelectorAll('img')) {
    image.replaceWith(/\p{L}/u.test(image.alt) ? '' : image.alt)
  }
  listWordItems(body)
  numberItems(body)
  flattenLists(body)
  simplifyTables(body)
  return body.innerHTML
}

/** The number of an item, unlike the letters that fonts show as bullets. */
const NUMBER = /\p{N}|[\p{L}\p{M}][.)।]$/u

/** Makes lists of the paragraphs that are Word's items. Numbers stay as text. */
function listWordItems(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('[data-style*="mso-list:l"]')) {
    const mark = paragraph.querySelector('[data-style*="mso-list:Ignore"]')
    const sign = mark?.textContent.trim() ?? ''
    mark?.remove()
    if (NUMBER.test(sign)) {
      paragraph.prepend(`${sign} `)
      continue
    }
    const item = document.createElement('li')
    item.append(...paragraph.childNodes)
    const before = paragraph.previousElementSibling
    if (before instanceof HTMLUListElement && before.dataset.word) {
      before.append(item)
      paragraph.remove()
    } else {
      const list = document.createElement('ul')
      list.dataset.word = 'list'
      list.append(item)
      paragraph.replaceWith(list)
    }
  }
}

/** Makes paragraphs of numbered items, with their numbers as text. */
function numberItems(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ol')) {
    const items = Array.from(list.children).map((item, at) => {
      const line = item.querySelector('p, div') ?? item
      line.prepend(`${toBengaliDigits(list.start + at)}। `)
      const block = document.createElement('div')
      block.append(...item.childNodes)
      return block
    })
    list.replaceWith(...items)
  }
}

/** Puts the items of inner lists after those that they belong to. */
function flattenLists(body: HTMLElement): void {
  for (const inner of body.querySelectorAll('li > ul')) {
    inner.closest('li')?.after(...inner.children)
    inner.remove()
  }
}

/** Unwraps tables that only arrange others, and gives each cell one line. */
function simplifyTables(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    if (!table.querySelector('table')) continue
    const cells = Array.from(table.rows).flatMap((row) => Array.from(row.cells))
    const blocks = cells.map((cell) => {
      const block = document.createElement('div')
      block.append(...cell.childNodes)
      return block
    })
    table.replaceWith(...blocks)
  }
  for (const block of body.querySelectorAll('td *, th *')) {
    if (BLOCK.test(block.tagName)) block.replaceWith(...block.childNodes, ' ')
  }
}

const BLOCK = /^(?:p|div|h[1-6]|[uo]l|li|br)$/i
