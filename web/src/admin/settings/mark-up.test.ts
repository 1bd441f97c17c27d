import { describe, expect, it } from 'vitest'
import {
  type ChosenText,
  fullAddress,
  insertLink,
  isShownAsLink,
  type TextEdit,
  toggleBold,
  toggleHeading,
  toggleList,
} from './mark-up.ts'

/** «এক [দুই] তিন»: the brackets show what is chosen, one | the cursor alone. */
function chosenIn(shown: string): ChosenText {
  const start = shown.search(/[[|]/)
  const text = shown.replace(/[[\]|]/g, '')
  const end = shown.includes('|') ? start : shown.indexOf(']') - 1
  return { text, start, end }
}
const shownIn = ({ text, start, end }: ChosenText) =>
  start === end
    ? `${text.slice(0, start)}|${text.slice(start)}`
    : `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`

function after(shown: string, act: (chosen: ChosenText) => TextEdit): string {
  const chosen = chosenIn(shown)
  const { from, to, insert, chosen: next } = act(chosen)
  return shownIn({ text: chosen.text.slice(0, from) + insert + chosen.text.slice(to), ...next })
}

describe('marking up the history', () => {
  it('makes words bold and back, blanks left outside', () => {
    expect(after('এক [দুই] তিন', toggleBold)).toBe('এক **[দুই]** তিন')
    expect(after('এক **[দুই]** তিন', toggleBold)).toBe('এক [দুই] তিন')
    expect(after('এক [**দুই**] তিন', toggleBold)).toBe('এক [দুই] তিন')
    expect(after('এক[ দুই ]তিন', toggleBold)).toBe('এক **[দুই]** তিন')
    expect(after('এক |', toggleBold)).toBe('এক **|**')
  })

  it('turns lines into headings and items, and back', () => {
    expect(after('শুরু|র কথা', toggleHeading)).toBe('## শুরুর কথা|')
    expect(after('## শুরু|র কথা', toggleHeading)).toBe('শুরুর কথা|')
    expect(after('ক\n[খ\n\nগ]\nঘ', toggleList)).toBe('ক\n[- খ\n\n- গ]\nঘ')
    expect(after('[- খ\n- গ]', toggleList)).toBe('[খ\nগ]')
    expect(after('## খ|', toggleList)).toBe('- খ|')
    expect(after('ক\n|', toggleList)).toBe('ক\n- |')
  })

  it('puts a link in the place of what is chosen', () => {
    const edit = (chosen: ChosenText) => insertLink(chosen, 'মাউশি', 'https://dshe.gov.bd')
    expect(after('দেখুন [এখানে]।', edit)).toBe('দেখুন [মাউশি](https://dshe.gov.bd)|।')
  })

  it('knows which links will be shown as such', () => {
    expect(fullAddress(' www.dshe.gov.bd/notice ')).toBe('https://www.dshe.gov.bd/notice')
    expect(fullAddress('/allNotices')).toBe('/allNotices')
    expect(isShownAsLink('নোটিশ', '/allNotices')).toBe(true)
    expect(isShownAsLink('নোটিশ', 'javascript:alert')).toBe(false)
    expect(isShownAsLink('', '/allNotices')).toBe(false)
    expect(isShownAsLink('ক]খ', '/allNotices')).toBe(false)
    expect(isShownAsLink('ক', 'https://a.b/(c)')).toBe(false)
  })
})
