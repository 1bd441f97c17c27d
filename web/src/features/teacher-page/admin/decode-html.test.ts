import { describe, expect, it } from 'vitest'
import { decodeHtml } from './decode-html.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
/** One byte for each character. */
const oneByte = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf16 = (text: string) =>
  Uint8Array.from(
    [...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
  )

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
