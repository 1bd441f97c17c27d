import { readNumber } from '@bidyaloy/shared/bengali/digits'
import {
  COUNT_FIELDS,
  type CountField,
  type StudentCount,
  StudentCountChange,
} from '@bidyaloy/shared/school/student-count'
import { siteText } from '../../ui/site-text.ts'
import { contractResolver } from '../form/contract-resolver.ts'
import type { TextValues } from '../form/record-values.ts'
import type { Counts } from './count-checks.ts'

type FormField = Exclude<CountField, 'boys'>

/** What the form edits: it never sends `boys`. */
const FORM_FIELDS = COUNT_FIELDS.filter((field): field is FormField => field !== 'boys')

/** A form in which every number is 0. */
export const zeros: TextValues = Object.fromEntries(FORM_FIELDS.map((field) => [field, '0']))

/** What the form shows of a saved count. */
export const toValues = (count: StudentCount): TextValues =>
  Object.fromEntries(FORM_FIELDS.map((field) => [field, String(count[field])]))

/** The numbers as typed, NaN where there is none; a cleared field is 0. */
export const toCounts = (values: TextValues): Counts =>
  Object.fromEntries(FORM_FIELDS.map((field) => [field, readNumber(values[field] ?? '') ?? 0]))

export const resolver = contractResolver<Record<string, string>>(StudentCountChange, toCounts)

const isFormField = (name: string): name is FormField => name in zeros

/** What a field is called; a name that is no field's stays as it is. */
export const nameOf = (name: string) =>
  isFormField(name) ? siteText(`students.col.${name}`) : name
