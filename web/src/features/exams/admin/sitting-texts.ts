import { NewExam, type Sitting } from '@bidyaloy/shared/features/exams/exam'
import { formatHours } from '@bidyaloy/shared/features/routine/routine'
import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { formatClasses } from '@bidyaloy/shared/school/format-classes'

/** «২৯ নভেম্বর ২০২৬, ১০:০০–১:০০, নবম শ্রেণি, বাংলা» */
export const sittingText = (sitting: Sitting): string =>
  [
    formatDate(sitting.date),
    formatHours(sitting),
    formatClasses(sitting.classes),
    sitting.subject,
    sitting.room,
  ]
    .filter(Boolean)
    .join(', ')

/** Returns the table of an examination as text; null for another value. */
export function sittingsText(value: unknown): string | null {
  const sittings = NewExam.shape.sittings.safeParse(value).data
  return sittings ? sittings.map(sittingText).join('; ') : null
}
