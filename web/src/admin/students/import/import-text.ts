import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { adminImportCopy } from '@bidyaloy/shared/copy/students-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import { siteText } from '../../../ui/site-text.ts'
import type { UnreadReason } from './read-count-sheet.ts'

/** The texts of the import alone. */
export const importText = translator(adminImportCopy)

/** Why a row was not understood. */
export function reasonText(reason: UnreadReason): string {
  if (reason.kind === 'twice') {
    return importText('import.reason.twice', { line: toBengaliDigits(reason.line) })
  }
  if (reason.kind === 'number') {
    const field = siteText(`students.col.${reason.field}`)
    return importText('import.reason.number', { field, text: reason.text })
  }
  return reason.text === ''
    ? importText(`import.reason.${reason.kind}.none`)
    : importText(`import.reason.${reason.kind}`, { text: reason.text })
}
