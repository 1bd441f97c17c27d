import * as z from 'zod'
import { seenVersion, storedFields } from '../../api/record-endpoints.ts'
import { textField } from '../../api/text-field.ts'
import { Day } from '../../collections/entry-properties.ts'
import { CLASS_NAMES } from '../../school/classes.ts'
import { Clock } from '../routine/routine.ts'

export const MAX_SITTINGS = 400

const Sitting = z.object({
  date: Day,
  from: Clock.default(''),
  to: Clock.default(''),
  classes: z
    .array(z.enum(CLASS_NAMES, { error: 'valid.enum.class' }), { error: 'valid.required' })
    .min(1, { error: 'valid.required' })
    .max(CLASS_NAMES.length, { error: 'valid.max' }),
  subject: textField({ max: 120 }),
  room: textField({ max: 60, optional: true }).default(''),
})
export type Sitting = z.output<typeof Sitting>

const fields = {
  title: textField({ max: 120, required: 'valid.title.required', tooLong: 'valid.title.tooLong' }),
  note: textField({ max: 1000, optional: true, lines: 'many' }),
  sittings: z
    .array(Sitting, { error: 'valid.required' })
    .min(1, { error: 'valid.required' })
    .max(MAX_SITTINGS, { error: 'valid.max' })
    .describe('In any order'),
}

/** An examination: when which classes write what. Its days are in the calendar, too. */
export const NewExam = z.object({ ...fields, note: fields.note.default('') })
export type NewExam = z.output<typeof NewExam>

export const ExamChange = z.object(fields).partial().extend(seenVersion)

export const Exam = NewExam.extend(storedFields)
export type Exam = z.infer<typeof Exam>
