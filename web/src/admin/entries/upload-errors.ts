import { missingFileText } from '@bidyaloy/shared/api/issue-text'
import { NewEntry } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { failedFields } from '../api/failure-text.ts'
import { schemaErrors } from '../form/contract-resolver.ts'
import { refusedText } from '../uploads/accepted-files.ts'
import type { Upload } from '../uploads/upload-queue.ts'
import { changedProperties, type Properties, wrongProperties } from './properties.ts'
import { newTiming, type Timing, wrongTiming } from './timing.ts'

/* What is wrong with the entries that a form publishes, as its fields show it. */

/** Error messages by field name. */
type Errors = Readonly<Record<string, string>>

/** Groups the errors of all uploads; those of titles and files by upload id, of others by field. */
export function collectErrors(uploads: readonly Upload[], errorsOf: (upload: Upload) => Errors) {
  const titles: Record<string, string> = {}
  const files: Record<string, string> = {}
  const shared: Record<string, string> = {}
  let wrongBody: string | undefined
  for (const upload of uploads) {
    const { title, file, body, ...others } = errorsOf(upload)
    if (title) titles[upload.id] = title
    wrongBody = body ?? wrongBody
    if (file) files[upload.id] = file
    Object.assign(shared, others)
  }
  return { titles, files, shared, body: wrongBody }
}

/** Returns the errors of an upload and of the fields that all uploads share. */
export function validateUpload(
  collection: CollectionName,
  { title, file, phase }: Upload,
  { body, timing, properties }: { body: string; timing: Timing; properties: Properties },
  { maxBytes, kept }: { maxBytes: number; kept: number },
): Errors {
  if (phase === 'done') return {}
  const hasContents = file !== null || kept > 0 || body.trim() !== ''
  const isMissing = !hasContents && collections[collection].fileRequired
  const wrongFile = isMissing
    ? missingFileText(collections[collection]).bn
    : file && refusedText(collection, file, maxBytes)
  return {
    ...schemaErrors(NewEntry, {
      title,
      body,
      ...newTiming(timing),
      ...changedProperties({}, properties),
    }),
    ...(wrongFile && { file: wrongFile }),
    ...wrongTiming(timing),
    ...wrongProperties(collection, properties),
  }
}

/** Whether an upload's file was refused, or is not to be sent. */
export function isUnusable(
  collection: CollectionName,
  { file, error }: Upload,
  maxBytes: number,
): boolean {
  if (failedFields(error).file) return true
  return file !== null && refusedText(collection, file, maxBytes) !== null
}
