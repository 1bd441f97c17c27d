/** The part of fontkit that is used here; pdfkit brings the library along, untyped. */
declare module 'fontkit' {
  export interface FontFile {
    readonly postscriptName: string
    readonly unitsPerEm: number
    readonly ascent: number
    readonly descent: number
    /** Every code point that the font has a glyph for. */
    readonly characterSet: number[]
    glyphForCodePoint(codePoint: number): { readonly id: number; readonly name: string }
    getGlyph(id: number): {
      readonly id: number
      readonly name: string
      readonly advanceWidth: number
    }
  }
  export function create(bytes: Uint8Array): FontFile
}

declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** pdfkit takes any font that can lay out text; its types know only files. */
    font(font: { layout(text: string): unknown }): this
    /** The font in use, as the page's content names it. */
    readonly _font: { readonly id: string }
  }
}
