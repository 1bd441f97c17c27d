import { missingFileText } from '@bidyaloy/shared/api/issue-text'
import { type Entry, NewEntry, NewVideo } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { failedFields } from '../api/failure-text.ts'
import { schemaErrors } from '../form/contract-resolver.ts'
import type { Attachment } from '../session/attachments.ts'
import {
  canBeSent,
  type EntryValues,
  newFields,
  valuesFor,
  withScheme,
} from '../session/entry-values.ts'
import { wrongProperties } from './properties.ts'
import { wrongTiming } from './timing.ts'

interface WrittenEntry {
  values: EntryValues
  files: readonly Attachment[]
  /** As the server has it, if it does. */
  entry?: Pick<Entry, 'videoId'> | null
}

/** Returns what is wrong with an entry that is to be published, by the API's field names. */
export function wrongEntry(
  collection: CollectionName,
  { values: written, files, entry }: WrittenEntry,
): Readonly<Record<string, string>> {
  const values = valuesFor(collection, written)
  // A video has a link instead of files.
  const isVideo = values.videoLink.trim() !== '' || Boolean(entry?.videoId)
  const isEmpty = files.length === 0 && values.body.trim() === ''
  const wrongFile =
    isEmpty && !isVideo && !values.properties.urgentUntil && collections[collection].fileRequired
      ? missingFileText(collections[collection]).bn
      : wrongFileIn(files)
  return {
    ...(canBeSent(values) && schemaErrors(NewEntry, { ...newFields(values), body: values.body })),
    ...schemaErrors(NewEntry.pick({ title: true, body: true }), values),
    ...(wrongFile && { file: wrongFile }),
    ...(isVideo &&
      schemaErrors(NewVideo.pick({ videoLink: true }), {
        videoLink: withScheme(values.videoLink),
      })),
    ...wrongTiming(values.timing),
    ...wrongProperties(collection, values.properties),
  }
}

/** Returns why a file cannot be sent; of several, with its name. */
function wrongFileIn(files: readonly Attachment[]): string | undefined {
  for (const { file, error } of files) {
    const { file: text } = failedFields(error)
    if (!text) continue
    const name = files.length > 1 && file ? `${file.name}: ` : ''
    return text.startsWith(name) ? text : `${name}${text}`
  }
  return undefined
}
