import type { CountField } from '@bidyaloy/shared/features/student-counts/student-groups'
import { type GroupTable, readGroupTable } from '../../../../admin/sheet-import/group-sheet.ts'
import { countVocabulary } from './parse-count-sheet.ts'

/** Reads student counts from a file or pasted text. @throws SheetFileError */
export function readTable(source: Blob | string): Promise<GroupTable<CountField>> {
  return readGroupTable(source, countVocabulary)
}
