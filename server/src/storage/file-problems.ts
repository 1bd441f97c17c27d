import path from 'node:path'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { FileExtension } from '@bidyaloy/shared/collections/file-kinds'

const onFile = (text: { bn: string; en: string }, cause?: unknown) =>
  new Problem('validation_failed', { fields: { file: text }, cause })

export const emptyFile = () => onFile(validationText('valid.file.empty'))
export const damagedFile = (cause?: unknown) => onFile(validationText('valid.file.damaged'), cause)
export const tooManyPixels = (max: number) => onFile(validationText('valid.file.pixels', { max }))
export const tooLarge = (cause?: unknown) => onFile(validationText('valid.file.memory'), cause)

/**
 * The refusal of a content that the collection does not take.
 * @param name of the file: where it promises a PDF and those are taken, the refusal says that it is none
 */
export function wrongKind(
  accepts: readonly FileExtension[],
  { name = '', cause }: { name?: string; cause?: unknown } = {},
): Problem {
  const text =
    accepts.includes('pdf') && path.extname(name).toLowerCase() === '.pdf'
      ? validationText('valid.file.notPdf')
      : validationText('valid.file.type', { types: accepts.join(', ').toUpperCase() })
  return new Problem('unsupported_media_type', { sentence: text, fields: { file: text }, cause })
}
