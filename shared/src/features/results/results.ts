import * as z from 'zod'
import { textField } from '../../api/text-field.ts'
import { Version } from '../../collections/entry.ts'
import { Day } from '../../collections/entry-properties.ts'
import { GroupKey } from '../../school/group-key.ts'
import { MAX_ROLL } from './slip-code.ts'

/** Girls of one sheet, and its subjects. */
export const MAX_ROWS = 200
const MAX_SUBJECTS = 30
/** Days for which results may be seen. */
export const MAX_DAYS = 120

/** A cell of a sheet: «৮০», «অনু», «A+». */
const cell = (max: number) => textField({ max, optional: true }).default('')

const Mark = z.object({
  subject: textField({ max: 60 }),
  mark: cell(16),
  grade: cell(8),
  parts: cell(120).describe('What the mark is made of'),
})

/** What the sheet says of a girl. Nothing of it is computed. */
const Row = z.object({
  roll: z
    .int({ error: 'valid.integer' })
    .min(1, { error: 'valid.min' })
    .max(MAX_ROLL, { error: 'valid.max' }),
  name: textField({ max: 80 }),
  marks: z
    .array(Mark, { error: 'valid.required' })
    .min(1, { error: 'valid.required' })
    .max(MAX_SUBJECTS, { error: 'valid.max' }),
  total: cell(16),
  gpa: cell(8),
  grade: cell(8),
  place: cell(16),
})

const exam = textField({ max: 60 }).describe('Name of the examination')
const until = Day.describe('Last day of the results, `YYYY-MM-DD`')

/** A sheet of a class, shift and section in an examination. */
export const ResultImport = GroupKey.extend({
  exam,
  until,
  __v: Version.nullable().describe(
    'Version of the sheet that is replaced, as the client has seen it; null: there is none',
  ),
  rows: z
    .array(Row, { error: 'valid.required' })
    .min(1, { error: 'valid.required' })
    .max(MAX_ROWS, { error: 'valid.max' })
    .superRefine((rows, context) => {
      const seen = new Set<number>()
      for (const [index, { roll }] of rows.entries()) {
        if (seen.has(roll)) {
          context.addIssue({ code: 'custom', path: [index], message: 'valid.duplicate.row' })
        }
        seen.add(roll)
      }
    }),
})
export type ResultImport = z.input<typeof ResultImport>

export const ResultChange = z.object({ until, __v: Version.optional() })

/** What may be said of a sheet in public. */
export const ResultFigures = z.object({
  rows: z.int().describe('Number of girls'),
  passed: z.int(),
  gpa5: z.int(),
})
export type ResultFigures = z.infer<typeof ResultFigures>

/** A sheet as the form of visitors names it. */
export const PublicResults = GroupKey.extend({
  _id: z.string(),
  exam: z.string(),
  until: z.string(),
})
export type PublicResults = z.infer<typeof PublicResults>

/** A sheet as the dashboard lists it. */
export const ResultSheet = PublicResults.extend({
  __v: z.int(),
  importedAt: z.string(),
  importedBy: z.string().describe('Username'),
  figures: ResultFigures,
  wrongTries: z.int().describe('Slips that did not open a result, since the import'),
  hasSlips: z
    .boolean()
    .describe(
      'Whether the browser that imported it can still show its slips: they are not printed yet',
    ),
})
export type ResultSheet = z.infer<typeof ResultSheet>

/** A slip: a girl and her code. */
export const Slip = z.object({ roll: z.int(), name: z.string(), code: z.string() })
export type Slip = z.infer<typeof Slip>

/** Longest `kept`: each slip has less than 500 bytes. */
const MAX_KEPT = MAX_ROWS * 700

export const ImportedResults = z.object({
  sheet: ResultSheet,
  slips: z.array(Slip).describe('Nowhere stored: this response is the only one with the codes'),
  kept: z
    .string()
    .describe(
      'The slips, encrypted. Who keeps it can read them again with `openSlips`, until they are printed',
    ),
})
export type ImportedResults = z.infer<typeof ImportedResults>

export const KeptSlips = z.object({
  kept: z.string({ error: 'valid.required' }).max(MAX_KEPT, { error: 'valid.max' }),
})
export const OpenedSlips = z.object({ slips: z.array(Slip) })
