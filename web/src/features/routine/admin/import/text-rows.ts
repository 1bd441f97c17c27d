import { bijoyToUnicode, suggestUnicode } from '@bidyaloy/shared/lib/bijoy/bijoy'
import { filledRows } from '../../../../lib/tables/merged-ranges.ts'
import { cellText, type Worksheet } from '../../../../lib/tables/sheet-file.ts'

const isBengali = (text: string) => /[\u0980-\u09ff]/.test(text)

/** Text of which a worksheet is recognised as Bijoy, in UTF-16 units. */
const SAMPLE = 5000

/** Returns the cells as text, merged ones in all their places; those of a Bijoy sheet converted. */
export function textRows(sheet: Worksheet): string[][] {
  const rows = filledRows(sheet).map((row) => [...row].map((cell) => textOf(cell).normalize('NFC')))
  const foreign = rows.flat().filter((text) => text !== '' && !isBengali(text))
  const isBijoy = suggestUnicode([...new Set(foreign)].join('\n').slice(0, SAMPLE)) !== null
  if (!isBijoy) return rows
  return rows.map((row) =>
    row.map((text) => (isBengali(text) || !/[^\d\s:.-]/.test(text) ? text : bijoyToUnicode(text))),
  )
}

/** Excel stores a time as a part of a day, or as a moment of its first day. */
function textOf(cell: unknown): string {
  const share = typeof cell === 'number' && cell > 0 && cell < 1 ? cell : null
  const minutes =
    cell instanceof Date && cell.getUTCFullYear() < 1901
      ? cell.getUTCHours() * 60 + cell.getUTCMinutes()
      : share !== null
        ? Math.round(share * 24 * 60)
        : null
  if (minutes === null) return cellText(cell)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
