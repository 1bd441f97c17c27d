import { describe, expect, it } from 'vitest'
import {
  completeUrl,
  copiedCells,
  insertLink,
  insertPicture,
  isRenderedAsLink,
  renumberPictures,
  type SelectedText,
  type TextEdit,
  toggleBold,
  toggleHeading,
  toggleList,
} from './markdown-edits.ts'

/** Parses «এক [দুই] তিন»: brackets mark the selection, «|» a bare cursor. */
function parseSelection(shown: string): SelectedText {
  const start = shown.search(/[[|]/)
  const text = shown.replace(/[[\]|]/g, '')
  const end = shown.includes('|') ? start : shown.indexOf(']') - 1
  return { text, start, end }
}
const showSelection = ({ text, start, end }: SelectedText) =>
  start === end
    ? `${text.slice(0, start)}|${text.slice(start)}`
    : `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`

function after(shown: string, edit: (selected: SelectedText) => TextEdit): string {
  const selected = parseSelection(shown)
  const { from, to, insert, start, end } = edit(selected)
  const text = selected.text.slice(0, from) + insert + selected.text.slice(to)
  return showSelection({ text, start, end })
}

describe('Markdown edits', () => {
  it('toggles bold, with spaces outside', () => {
    expect(after('এক [দুই] তিন', toggleBold)).toBe('এক **[দুই]** তিন')
    expect(after('এক **[দুই]** তিন', toggleBold)).toBe('এক [দুই] তিন')
    expect(after('এক [**দুই**] তিন', toggleBold)).toBe('এক [দুই] তিন')
    expect(after('এক[ দুই ]তিন', toggleBold)).toBe('এক **[দুই]** তিন')
    expect(after('এক |', toggleBold)).toBe('এক **|**')
  })

  it('toggles headings and list items', () => {
    expect(after('শুরু|র কথা', toggleHeading)).toBe('## শুরুর কথা|')
    expect(after('## শুরু|র কথা', toggleHeading)).toBe('শুরুর কথা|')
    expect(after('ক\n[খ\n\nগ]\nঘ', toggleList)).toBe('ক\n[- খ\n\n- গ]\nঘ')
    expect(after('[- খ\n- গ]', toggleList)).toBe('[খ\nগ]')
    expect(after('## খ|', toggleList)).toBe('- খ|')
    expect(after('ক\n|', toggleList)).toBe('ক\n- |')
  })

  it('replaces the selection by a link', () => {
    const edit = (selected: SelectedText) => insertLink(selected, 'মাউশি', 'https://dshe.gov.bd')
    expect(after('দেখুন [এখানে]।', edit)).toBe('দেখুন [মাউশি](https://dshe.gov.bd)|।')
  })

  it('recognises which links the site renders', () => {
    expect(completeUrl(' www.dshe.gov.bd/notice ')).toBe('https://www.dshe.gov.bd/notice')
    expect(completeUrl('/allNotices')).toBe('/allNotices')
    expect(isRenderedAsLink('নোটিশ', '/allNotices')).toBe(true)
    expect(isRenderedAsLink('নোটিশ', 'javascript:alert')).toBe(false)
    expect(isRenderedAsLink('', '/allNotices')).toBe(false)
    expect(isRenderedAsLink('ক]খ', '/allNotices')).toBe(false)
    expect(isRenderedAsLink('ক', 'https://a.b/(c)')).toBe(false)
  })
})

describe('copied cells', () => {
  it.each(['এক\tদুই', 'এক\nদুই', '\tএক\nদুই\tতিন\tচার', ''])(
    'are left alone unless they are rows of a table: %j',
    (copied) => expect(copiedCells(copied)).toBeNull(),
  )
})

describe('a picture', () => {
  it('is inserted as a block of its own below the line of the cursor', () => {
    const insert = (shown: string) => after(shown, (at) => insertPicture(at, '[মাঠ]\nবড়', 2))
    const picture = '![মাঠ বড়](file 2)'
    expect(insert('|')).toBe(`${picture}\n\n|`)
    expect(insert('এ|ক')).toBe(`এক\n\n${picture}\n\n|`)
    expect(insert('এক|\nদুই')).toBe(`এক\n\n${picture}\n\n|দুই`)
    expect(insert('এক\n\n|\n\nদুই')).toBe(`এক\n\n${picture}\n\n|দুই`)
  })

  it('stays on its file when files are moved, replaced or removed', () => {
    const text = 'এক ![x](file 1)\n\n![ক](file 1)\n\nদুই\n\n![খ](file 3)\n\n![গ](file 9)'
    const renumber = (after: string[]) => renumberPictures(text, ['a', 'b', 'c'], after)
    expect(renumber(['a', 'b', 'c'])).toBe(text)
    expect(renumber(['c', 'a', 'b', 'd'])).toBe(
      'এক ![x](file 1)\n\n![ক](file 2)\n\nদুই\n\n![খ](file 1)\n\n![গ](file 9)',
    )
    expect(renumber(['b', 'c'])).toBe('এক ![x](file 1)\n\nদুই\n\n![খ](file 2)\n\n![গ](file 9)')
    expect(renumberPictures('![ক](file 1)\n\nদুই', ['a'], [])).toBe('দুই')
  })
})
