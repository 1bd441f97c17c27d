import {
  COUNT_FIELDS,
  type CountField,
} from '@bidyaloy/shared/features/student-counts/student-count'
import {
  type GroupProblem,
  type GroupReading,
  type GroupRejection,
  type GroupRow,
  type GroupVocabulary,
  parseGroupSheet,
} from '../../../../admin/sheet-import/group-sheet.ts'
import type { Sheet } from '../../../../lib/tables/sheet-file.ts'
import { columnOf } from './sheet-vocabulary.ts'

export type SheetRow = GroupRow<CountField>
export type Rejection = GroupRejection<CountField>
export type SheetReading = GroupReading<CountField>

/** The numbers of students by religion, department and the like. */
export const countVocabulary: GroupVocabulary<CountField> = { fields: COUNT_FIELDS, columnOf }

/** Parses a table of student counts. */
export function parseCountSheet(sheet: Sheet): SheetReading | GroupProblem {
  return parseGroupSheet(sheet, countVocabulary)
}
