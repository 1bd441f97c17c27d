import * as z from 'zod'
import { textField } from '../../api/text-field.ts'
import { Version } from '../../collections/entry.ts'

/** Field names in the order of the form; labels are `schoolInfo.field.<name>` of the copy. */
export const SHIFT_FIELDS = ['morningShift', 'dayShift', 'withoutShift'] as const
export const FACILITY_COUNTS = [
  'totalBuildings',
  'totalClasses',
  'multimediaClasses',
  'ictLabs',
  'scienceLabs',
  'librarySeats',
  'totalStudents',
] as const
export const YES_NO_FIELDS = ['boundaryWall', 'auditorium'] as const

const text = textField({ max: 300 })
const MAX_NUMBER = 10_000_000
const count = z
  .int({ error: 'valid.integer' })
  .min(0, { error: 'valid.min' })
  .max(MAX_NUMBER, { error: 'valid.max' })
const yesNo = z.enum(['Yes', 'No'], { error: 'valid.enum.yesno' })

const facts = {
  morningShift: text,
  dayShift: text,
  withoutShift: text,
  totalLand: z
    .number({ error: 'valid.number' })
    .min(0, { error: 'valid.min' })
    .max(MAX_NUMBER, { error: 'valid.max' })
    .describe('Acres'),
  totalBuildings: count,
  totalClasses: count,
  multimediaClasses: count,
  ictLabs: count,
  scienceLabs: count,
  librarySeats: count,
  totalStudents: count,
  boundaryWall: yesNo,
  auditorium: yesNo,
}

export const NewSchoolInfo = z.object(facts)
export type NewSchoolInfo = z.input<typeof NewSchoolInfo>

export const SchoolInfoChange = z.object({ ...facts, __v: Version.optional() })
export type SchoolInfoChange = z.input<typeof SchoolInfoChange>

export const SchoolInfo = z.object({
  ...facts,
  _id: z.string(),
  __v: z.int(),
  updatedAt: z.string(),
})
export type SchoolInfo = z.infer<typeof SchoolInfo>
