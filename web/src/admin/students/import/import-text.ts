import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { studentsCopy } from '@bidyaloy/shared/copy/students-copy'
import { withCopy } from '../../t.ts'
import type { UnreadReason } from './read-count-sheet.ts'

const t = withCopy(studentsCopy)

/** Why a row was not understood. */
export function reasonText(reason: UnreadReason): string {
  if (reason.kind === 'twice') {
    return t('import.reason.twice', { line: toBengaliDigits(reason.line) })
  }
  if (reason.kind === 'number') {
    const field = t(`students.col.${reason.field}`)
    return t('import.reason.number', { field, text: reason.text })
  }
  return reason.text === ''
    ? t(`import.reason.${reason.kind}.none`)
    : t(`import.reason.${reason.kind}`, { text: reason.text })
}
