import { fieldTexts, validationText } from '@bidyaloy/shared/api/issue-text'
import { NewEntry } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { failedFields } from '../api/failure-text.ts'
import { tooLargeText } from './entry-collection.ts'
import { newTiming, type Timing, type TimingField, wrongOrder } from './timing.ts'
import type { Upload } from './upload-queue.ts'

export type InvalidTiming = Partial<Record<TimingField, string>>

/** What is wrong with a form, field by field. */
export interface InvalidValues {
  /** By the id of their upload. */
  titles: Readonly<Record<string, string>>
  /** By the id of their upload. */
  files: Readonly<Record<string, string>>
  timing: InvalidTiming
}

/** Whether anything is. */
export function isInvalid({ titles, files, timing }: InvalidValues): boolean {
  return [titles, files, timing].some((fields) => Object.keys(fields).length > 0)
}

/** Judges a form by the contract, and says the server's own sentences. */
export function validate(
  collection: CollectionName,
  uploads: readonly Upload[],
  timing: Timing,
  maxBytes: number,
): InvalidValues {
  const titles: Record<string, string> = {}
  const files: Record<string, string> = {}
  const wrongTiming: Record<string, string> = {}
  for (const { id, title, file, phase } of uploads) {
    if (phase === 'done') continue
    const { title: wrongTitle, ...others } = errorsOf({ title, ...newTiming(timing) })
    if (wrongTitle) titles[id] = wrongTitle
    Object.assign(wrongTiming, others)
    if (!file && collections[collection].fileRequired) {
      files[id] = validationText('valid.file.required').bn
    }
    const tooLarge = file && tooLargeText(file, maxBytes)
    if (tooLarge) files[id] = tooLarge
  }
  return { titles, files, timing: { ...wrongTiming, ...wrongOrder(timing) } }
}

function errorsOf(body: NewEntry): Record<string, string> {
  const parsed = NewEntry.safeParse(body)
  const texts = parsed.success ? [] : Object.entries(fieldTexts(parsed.error))
  return Object.fromEntries(texts.map(([name, { bn }]) => [name, bn]))
}

/** The same of what the server refused. */
export function rejectedValues(uploads: readonly Upload[]): InvalidValues {
  const titles: Record<string, string> = {}
  const files: Record<string, string> = {}
  let timing: InvalidTiming = {}
  for (const { id, error } of uploads) {
    const { title, file, ...others } = failedFields(error)
    if (title) titles[id] = title
    if (file) files[id] = file
    timing = { ...timing, ...others }
  }
  return { titles, files, timing }
}
