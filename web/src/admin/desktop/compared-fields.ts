import { formatDate, formatDateTime } from '@bidyaloy/shared/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import * as z from 'zod'
import { siteText } from '../../ui/site-text.ts'
import { fieldNamesOf } from './field-names.ts'

type Fields = Readonly<Record<string, unknown>>

/** A field that two have written differently, as a person reads it. */
interface ComparedField {
  field: string
  name: string
  mine: string
  theirs: string
}

/** What is different in my change from what the server has now. */
export function comparedFields(endpoint: string, mine: Fields, theirs: Fields): ComparedField[] {
  const names = fieldNamesOf(endpoint)
  const flatMine = flat(mine)
  const flatTheirs = flat(theirs)
  return Object.entries(names).flatMap(([field, name]) => {
    if (!(field in flatMine)) return []
    const sides = { mine: shown(field, flatMine[field]), theirs: shown(field, flatTheirs[field]) }
    return sides.mine === sides.theirs ? [] : [{ field, name, ...sides }]
  })
}

/** `{ services: { payment } }` as `{ 'services.payment': … }`. */
function flat(fields: Fields): Fields {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    isFields(value)
      ? Object.entries(value).map(([inner, part]) => [`${name}.${inner}`, part])
      : [[name, value]],
  )
  return Object.fromEntries(pairs)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const MOMENTS = ['publishAt', 'expiresAt', 'pinnedUntil']
const DAY = /^\d{4}-\d\d-\d\d$/
const Links = z.array(z.object({ label: z.string() }))
const words: Readonly<Record<string, string>> = {
  Yes: siteText('enum.yesno.Yes'),
  No: siteText('enum.yesno.No'),
}

function shown(field: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  const links = Links.safeParse(value)
  if (links.success) return links.data.map(({ label }) => label).join(', ')
  const text = String(value).trim()
  if (text === '') return ''
  if (field === 'date') return formatDate(DAY.test(text) ? `${text}T00:00:00+06:00` : text)
  if (MOMENTS.includes(field)) return formatDateTime(text)
  if (field === 'boundaryWall' || field === 'auditorium') return words[text] ?? text
  return typeof value === 'number' || /^\d+$/.test(text) ? toBengaliDigits(text) : text
}
