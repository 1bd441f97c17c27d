import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { withCopy } from '../t.ts'
import type { GroupRejection } from './group-sheet.ts'

const t = withCopy(sheetCopy)

/** Returns why a row was rejected. @param nameOf returns the name of a number */
export function groupReasonText<Field extends string>(
  reason: GroupRejection<Field>,
  nameOf: (field: Field) => string,
): string {
  if (reason.kind === 'twice') {
    return t('import.reason.twice', { line: toBengaliDigits(reason.line) })
  }
  const { kind, text } = reason
  if (kind === 'number') {
    return t('import.reason.number', { field: nameOf(reason.field), text })
  }
  return text === '' ? t(`import.reason.${kind}.none`) : t(`import.reason.${kind}`, { text })
}
