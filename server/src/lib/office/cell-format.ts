/** Excel counts days from here. That it takes 1900 for a leap year concerns two months only. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000
/** Numbers of the formats of dates and times that have no code. */
const DATES = /^(1[4-7]|22)$/
const TIMES = /^(1[89]|2[01]|4[5-7])$/
/** Formats 9 and 10 are percentages, 2 and 4 have two decimals. */
const CODES: Readonly<Record<string, string>> = { 2: '0.00', 4: '0.00', 9: '0%', 10: '0.00%' }

/**
 * Writes the number of a cell as Excel shows it, dates as day/month/year.
 * @param value as stored
 * @param format number or code of its format
 */
export function formatCell(value: string, format: string): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  const code = plainCode(CODES[format] ?? format)
  const hasTime = TIMES.test(format) || /[hs]/i.test(code)
  const hasDate = DATES.test(format) || /[yd]/i.test(code) || (/m/i.test(code) && !hasTime)
  if ((hasDate || hasTime) && number >= 0 && number < 2_958_466) {
    return formatMoment(number, hasDate, hasTime || format === '22')
  }
  const isPercent = code.includes('%')
  const decimals = /\.(0+)/.exec(code)?.[1]?.length
  // Fifteen digits are exact: 0.1 + 0.2 is 0.3.
  const shown = Number((isPercent ? number * 100 : number).toPrecision(15))
  return `${decimals === undefined ? shown : shown.toFixed(Math.min(decimals, 15))}${isPercent ? '%' : ''}`
}

/** The code of positive numbers without literal texts, colours and conditions. */
function plainCode(code: string): string {
  if (/^(general|\d+)$/i.test(code)) return ''
  const [positive = ''] = code.split(';')
  return positive.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h|m|s)[^\]]*\]/gi, '')
}

function formatMoment(days: number, hasDate: boolean, hasTime: boolean): string {
  const moment = new Date(DAY_ZERO + Math.round(days * 86_400) * 1000)
  const day = `${moment.getUTCDate()}/${moment.getUTCMonth() + 1}/${moment.getUTCFullYear()}`
  const minutes = Math.round((days * DAY_MS) / 60_000)
  const hours = hasDate ? Math.floor(minutes / 60) % 24 : Math.floor(minutes / 60)
  const time = `${hours}:${String(minutes % 60).padStart(2, '0')}`
  return [...(hasDate ? [day] : []), ...(hasTime ? [time] : [])].join(' ')
}
