import { describe, expect, it } from 'vitest'
import { decodeHtml, decodeText } from './decode-text.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
/** One byte for each character. */
const oneByte = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
function utf16(text: string, { bom = false, big = false } = {}): Uint8Array {
  const units = [...(bom ? [0xfeff] : []), ...Array.from(text, (_, at) => text.charCodeAt(at))]
  return new Uint8Array(
    units.flatMap((unit) => (big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])),
  )
}

describe('decodeText', () => {
  const TEXT = 'শ্রেণি\tশিফট\tশাখা\tছাত্রী\r\nষষ্ঠ\tদিবা\tক\t৫০'

  it('decodes UTF-8 and UTF-16 with or without a byte order mark, and windows-1252', () => {
    for (const bytes of [
      utf8(TEXT),
      utf8(`\ufeff${TEXT}`),
      utf16(TEXT, { bom: true, big: false }),
      utf16(TEXT, { bom: true, big: true }),
      utf16(TEXT, { bom: false, big: false }),
      utf16(TEXT, { bom: false, big: true }),
    ]) {
      expect(decodeText(bytes)).toBe(TEXT)
    }
    expect(decodeText(new Uint8Array([0x6b, 0xd6, 0x77, 0x51]))).toBe('kÖwQ')
  })

  it('returns null for a binary file', () => {
    expect(decodeText(new Uint8Array([1, 0, 0, 2, 3, 0]))).toBeNull()
  })
})

describe('decodeHtml', () => {
  it('uses the declared encoding', () => {
    const page =
      '<html><head><meta http-equiv=Content-Type content="text/html; charset=windows-1252"></head><p>caf\u00e9</p></html>'
    expect(decodeHtml(oneByte(page))).toContain('<p>café</p>')
    expect(decodeHtml(utf8('<meta charset="utf-8"><p>শিক্ষক</p>'))).toContain('<p>শিক্ষক</p>')
  })

  it('detects the encoding without a readable declaration', () => {
    const page = '<html><p>প্রধান শিক্ষক</p></html>'
    expect(decodeHtml(utf8(page))).toBe(page)
    expect(decodeHtml(utf8(`\ufeff${page}`))).toBe(page)
    expect(decodeHtml(new Uint8Array([0xff, 0xfe, ...utf16(page)]))).toBe(page)
    const declared = `<meta charset=unicode>${page}`
    expect(decodeHtml(new Uint8Array([0xff, 0xfe, ...utf16(declared)]))).toBe(declared)
    // A byte order mark wins over a wrong declaration.
    const wrong = `<meta charset=windows-1252>${page}`
    expect(decodeHtml(utf8(`\ufeff${wrong}`))).toBe(wrong)
    expect(decodeHtml(oneByte('<p>wk\u00b6K</p>'))).toBe('<p>wk¶K</p>')
  })

  it('returns null for other files', () => {
    expect(decodeHtml(oneByte('%PDF-1.4 \0 <p>'))).toBeNull()
    expect(decodeHtml(oneByte('PK\u0003\u0004\0\0word/document.xml'))).toBeNull()
    expect(decodeHtml(utf8('শিক্ষকদের তালিকা'))).toBeNull()
    expect(decodeHtml(utf8('<meta charset=klingon><p>ক</p>'))).toBeNull()
    expect(decodeHtml(new Uint8Array())).toBeNull()
  })
})
