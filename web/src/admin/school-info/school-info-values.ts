import { readNumber } from '@bidyaloy/shared/bengali/digits'
import {
  FACILITY_COUNTS,
  NewSchoolInfo,
  type SchoolInfo,
  SHIFT_FIELDS,
  YES_NO_FIELDS,
} from '@bidyaloy/shared/school/school-info'
import { contractResolver, type TextValues } from '../form/use-record-form.ts'

const NUMBER_FIELDS = ['totalLand', ...FACILITY_COUNTS] as const
const FIELDS = [...SHIFT_FIELDS, ...NUMBER_FIELDS, ...YES_NO_FIELDS] as const
export type SchoolInfoField = (typeof FIELDS)[number]

/** Whether a field is typed as digits. */
export const isNumberField = (name: string): boolean =>
  NUMBER_FIELDS.some((field) => field === name)

export const blank: TextValues = Object.fromEntries(FIELDS.map((field) => [field, '']))

/** What the form shows of a saved record. */
export const toValues = (info: SchoolInfo): TextValues =>
  Object.fromEntries(FIELDS.map((field) => [field, String(info[field])]))

/** What is sent: as typed, but numbers as numbers. The contract judges it. */
export function toBody(values: TextValues): Record<string, unknown> {
  const numbers = NUMBER_FIELDS.map((field) => [field, readNumber(values[field] ?? '')])
  return { ...values, ...Object.fromEntries(numbers) }
}

export const resolver = contractResolver<Record<string, string>>(NewSchoolInfo, toBody)
