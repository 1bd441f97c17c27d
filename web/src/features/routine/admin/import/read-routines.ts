import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { readSheets } from '../../../../lib/tables/sheet-file.ts'
import { teacherTest } from './parse-lesson.ts'
import { parseRoutineSheets, type RoutineReading } from './parse-routine-sheet.ts'

export type ReadingProblem = 'no-head' | 'nothing' | 'too-long'

/**
 * Reads routines from a file or pasted text.
 * @param people names of the school's staff
 * @throws SheetFileError
 */
export async function readRoutines(
  source: Blob | string,
  people: readonly string[],
): Promise<RoutineReading | { problem: ReadingProblem }> {
  const context = { today: dhakaTime(new Date()).iso, isTeacher: teacherTest(people) }
  const reading = parseRoutineSheets(await readSheets(source), context)
  return typeof reading === 'string' ? { problem: reading } : reading
}
