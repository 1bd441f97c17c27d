import { fieldTexts, validationText } from '@bidyaloy/shared/api/issue-text'
import { dhakaTime } from '@bidyaloy/shared/bengali/dates'
import { readNumber } from '@bidyaloy/shared/bengali/digits'
import { EntryChange } from '@bidyaloy/shared/collections/entry'
import type { OutboxEdit, OutboxEntry, OutboxFields } from '@bidyaloy/shared/desktop/desktop-api'
import { momentOf } from '../entries/timing.ts'
import { fieldNamesOf } from './field-names.ts'
import { wrongFields } from './refusal-advice.ts'

/** A field of a change that can be put right, as its control shows it. */
export interface EditedField {
  field: string
  name: string
  kind: 'text' | 'number' | 'day' | 'moment'
  value: string
  /** What the server found wrong with it. */
  wrong: string | undefined
}

/** The title of an entry, and each field that the server found wrong. */
export function editedFields(entry: OutboxEntry, fields: OutboxFields): EditedField[] {
  const names = fieldNamesOf(entry.endpoint)
  const wanted = new Set([...(entry.collection ? ['title'] : []), ...wrongFields(entry)])
  return [...wanted].flatMap((field) => {
    const value = fields[field]
    const name = names[field]
    if (name === undefined || (typeof value !== 'string' && typeof value !== 'number')) return []
    const kind = kindOf(field, value)
    const wrong = entry.refusal?.fields[field]
    return [{ field, name, kind, value: shown(kind, String(value)), wrong }]
  })
}

function kindOf(field: string, value: string | number): EditedField['kind'] {
  if (field === 'date') return 'day'
  if (['publishAt', 'expiresAt', 'pinnedUntil'].includes(field)) return 'moment'
  return typeof value === 'number' ? 'number' : 'text'
}

const DAY = 'YYYY-MM-DD'.length

/** Days and times on the clock of Dhaka, as the browser's own controls take them. */
function shown(kind: EditedField['kind'], value: string): string {
  if ((kind !== 'day' && kind !== 'moment') || Number.isNaN(Date.parse(value))) return value
  if (kind === 'day' && value.length === DAY) return value
  const { iso, hour, minute } = dhakaTime(value)
  const two = (part: number) => String(part).padStart(2, '0')
  return kind === 'day' ? iso : `${iso}T${two(hour)}:${two(minute)}`
}

/** What was typed, as the change will say it, and what is wrong with it. */
export function readEdited(
  edited: readonly EditedField[],
  typed: Readonly<Record<string, string>>,
): { fields: OutboxEdit; wrong: Readonly<Record<string, string>> } {
  const wrong: Record<string, string> = {}
  const fields: OutboxEdit = {}
  for (const { field, kind } of edited) {
    const text = typed[field] ?? ''
    const value = readValue(kind, text)
    if (value === undefined) wrong[field] = validationText('valid.number').bn
    else fields[field] = value
  }
  const title = 'title' in fields ? EntryChange.pick({ title: true }).safeParse(fields) : null
  if (title?.error) wrong.title = fieldTexts(title.error).title?.bn ?? ''
  return { fields, wrong }
}

/** Undefined where it cannot be read; null where it is taken away. */
function readValue(kind: EditedField['kind'], text: string): string | number | null | undefined {
  if (kind === 'number') {
    const number = readNumber(text)
    return number === null || Number.isNaN(number) ? undefined : number
  }
  if (kind !== 'moment') return text
  const [day = '', time = ''] = text.split('T')
  return momentOf(day, time)
}
