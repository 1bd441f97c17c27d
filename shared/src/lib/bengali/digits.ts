const BENGALI_ZERO = 0x09e6

/** Replaces Latin digits with Bengali ones: 2026 → ২০২৬. Other characters are unchanged. */
export function toBengaliDigits(value: string | number): string {
  return String(value).replace(/[0-9]/g, (digit) =>
    String.fromCharCode(BENGALI_ZERO + Number(digit)),
  )
}

/** Replaces Bengali digits with Latin ones: ২০২৬ → 2026. */
export function toLatinDigits(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - BENGALI_ZERO))
}

/**
 * Parses a number in Bengali or Latin digits, with or without grouping: «১,২৩,৪৫৬» → 123456.
 * @returns NaN for other text, null for blank text
 */
export function readNumber(text: string): number | null {
  const written = toLatinDigits(text).replace(/[\s\u200b-\u200d\ufeff]/g, '')
  if (written === '') return null
  return /^[-+]?(\d+|\d{1,3}(,\d{2,3})+)(\.\d+)?$/.test(written)
    ? Number(written.replace(/,/g, ''))
    : Number.NaN
}

/** Formats a number in Bengali digits with lakh grouping: 123456 → ১,২৩,৪৫৬. Keeps all decimals. */
export function formatNumber(value: number): string {
  const [whole = '0', decimals] = String(Math.abs(value)).split('.')
  const head = whole.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',')
  const grouped = whole.length > 3 ? `${head},${whole.slice(-3)}` : whole
  return toBengaliDigits(`${value < 0 ? '-' : ''}${grouped}${decimals ? `.${decimals}` : ''}`)
}
