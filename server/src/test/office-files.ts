import { zipBytes } from './sample-files.ts'

/* Writes Office files as Word, Excel and PowerPoint do, as far as their text is concerned. */

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A run of letters; without a font: in that of its style. */
export interface Run {
  text: string
  font?: string
}
export type Block =
  | { kind: 'heading' | 'paragraph' | 'item'; runs: readonly Run[] }
  | { kind: 'table'; rows: readonly (readonly Run[][])[] }

const xmlText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const contentTypes = (main: string) =>
  `<?xml version="1.0"?><Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/main.xml" ContentType="${OFFICE}.${main}.main+xml"/></Types>`

const relations = (targets: readonly string[]) =>
  `<Relationships>${targets
    .map(
      (target, at) =>
        `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/any" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const wordRun = ({ text, font }: Run) => {
  const look = font ? `<w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr>` : ''
  return `<w:r>${look}<w:t xml:space="preserve">${xmlText(text)}</w:t></w:r>`
}

const wordParagraph = (runs: readonly Run[], look = '') =>
  `<w:p>${look && `<w:pPr>${look}</w:pPr>`}${runs.map(wordRun).join('')}</w:p>`

const LOOKS = {
  heading: '<w:pStyle w:val="Heading1"/>',
  paragraph: '',
  item: '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>',
}

function wordBlock(block: Block): string {
  if (block.kind !== 'table') return wordParagraph(block.runs, LOOKS[block.kind])
  const rows = block.rows.map(
    (row) =>
      `<w:tr>${row.map((runs) => `<w:tc><w:tcPr/>${wordParagraph(runs)}</w:tc>`).join('')}</w:tr>`,
  )
  return `<w:tbl><w:tblPr/>${rows.join('')}</w:tbl>`
}

/**
 * Returns a Word document.
 * @param usual font of the texts without one
 * @param body further XML at its end
 */
export function docxBytes(blocks: readonly Block[], { usual = 'Calibri', body = '' } = {}): Buffer {
  const styles = `<w:styles xmlns:w="w"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi" w:hAnsiTheme="minorHAnsi"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/></w:style></w:styles>`
  return zipBytes({
    '[Content_Types].xml': contentTypes('wordprocessingml.document'),
    'word/styles.xml': styles,
    'word/theme/theme1.xml': `<a:theme><a:fontScheme><a:majorFont><a:latin typeface="${usual}"/></a:majorFont><a:minorFont><a:latin typeface="${usual}"/></a:minorFont></a:fontScheme></a:theme>`,
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="w"><w:body>${blocks.map(wordBlock).join('')}${body}<w:sectPr/></w:body></w:document>`,
  })
}

export interface Worksheet {
  name: string
  state?: 'hidden'
  /** Rows of cells: a text in a font, or a number with the number of its format (0: general). */
  rows: readonly (readonly (Run | { number: number; format?: number } | undefined)[])[]
  /** XML before the rows. */
  columns?: string
}

/** Returns a workbook whose texts are shared strings. Formats: 0 general, 14 a date, 10 0.00%. */
export function xlsxBytes(sheets: readonly Worksheet[]): Buffer {
  const fonts = ['Calibri']
  const shared: string[] = []
  const looks: string[] = []
  const lookOf = (font: string, format: number) => {
    if (!fonts.includes(font)) fonts.push(font)
    const look = `<xf numFmtId="${format}" fontId="${fonts.indexOf(font)}"/>`
    if (!looks.includes(look)) looks.push(look)
    return looks.indexOf(look)
  }
  const cellXml = (cell: Worksheet['rows'][number][number], place: string) => {
    if (!cell) return ''
    if ('number' in cell) {
      return `<c r="${place}" s="${lookOf('Calibri', cell.format ?? 0)}"><v>${cell.number}</v></c>`
    }
    const at = shared.push(cell.text) - 1
    return `<c r="${place}" t="s" s="${lookOf(cell.font ?? 'Calibri', 0)}"><v>${at}</v></c>`
  }
  const letter = (column: number) => String.fromCharCode(65 + column)
  const parts = sheets.map(({ rows, columns = '' }) => {
    const all = rows.map(
      (row, at) =>
        `<row r="${at + 1}">${row.map((cell, column) => cellXml(cell, `${letter(column)}${at + 1}`)).join('')}</row>`,
    )
    return `<worksheet xmlns="x">${columns}<sheetData>${all.join('')}</sheetData></worksheet>`
  })
  const names = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"${state ? ` state="${state}"` : ''}/>`,
  )
  return zipBytes({
    '[Content_Types].xml': contentTypes('spreadsheetml.sheet'),
    'xl/workbook.xml': `<workbook xmlns="x" xmlns:r="r"><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(sheets.map((_, at) => `worksheets/sheet${at + 1}.xml`)),
    'xl/sharedStrings.xml': `<sst xmlns="x">${shared.map((text) => `<si><t xml:space="preserve">${xmlText(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="x"><fonts>${fonts.map((font) => `<font><sz val="11"/><name val="${font}"/></font>`).join('')}</fonts><cellXfs>${looks.join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(parts.map((part, at) => [`xl/worksheets/sheet${at + 1}.xml`, part])),
  })
}

/** Returns a presentation: of each slide a title and paragraphs. */
export function pptxBytes(slides: readonly { title: Run; texts: readonly Run[] }[]): Buffer {
  const run = ({ text, font }: Run) =>
    `<a:p><a:r><a:rPr lang="bn">${font ? `<a:latin typeface="${font}"/>` : ''}</a:rPr><a:t>${xmlText(text)}</a:t></a:r></a:p>`
  const shape = (type: string, runs: readonly Run[]) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody>${runs.map(run).join('')}</p:txBody></p:sp>`
  const parts = slides.map(
    ({ title, texts }) =>
      `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${shape('title', [title])}${shape('body', texts)}</p:spTree></p:cSld></p:sld>`,
  )
  return zipBytes({
    '[Content_Types].xml': contentTypes('presentationml.presentation'),
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      slides.map((_, at) => `slides/slide${at + 1}.xml`),
    ),
    ...Object.fromEntries(parts.map((part, at) => [`ppt/slides/slide${at + 1}.xml`, part])),
  })
}
