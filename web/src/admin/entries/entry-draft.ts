import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import * as z from 'zod'
import { changedValues, drafts } from '../form/drafts.ts'
import { titleOfFile } from '../uploads/prepare-file.ts'
import type { Upload } from '../uploads/upload-queue.ts'
import { type Properties, propertyFields } from './properties.ts'
import { NO_TIMING, type Timing } from './timing.ts'

const FileTitles = z.record(z.string(), z.string())
/** Titles by file name. */
export type FileTitles = Readonly<z.infer<typeof FileTitles>>

const Begun = z.object({
  id: z.string(),
  /** Number of its files after the last confirmed request. */
  count: z.int(),
})
/** An entry that exists, while the rest of its files is being sent. */
export type Begun = z.infer<typeof Begun>

interface EntryDraft {
  begun: Begun | null
  title: string
  body: string
  timing: Timing
  properties: Properties
  /** The chosen files, of which a browser can store only the names. */
  files: FileTitles
}

/** Returns the stored draft of a collection's form, or an empty one. */
export function readDraft(collection: CollectionName): EntryDraft {
  const { title = '', body = '', files = '{}', begun = 'null', ...others } = drafts.read(collection)
  const names: readonly string[] = propertyFields(collection)
  const isProperty = ([name]: [string, string]) => names.includes(name)
  const properties = Object.fromEntries(Object.entries(others).filter(isProperty))
  const dates = Object.entries(others).filter((field) => !isProperty(field))
  const timing = { ...NO_TIMING, ...Object.fromEntries(dates) }
  return {
    title,
    body,
    timing,
    properties,
    files: parse(FileTitles, files) ?? {},
    begun: parse(Begun, begun),
  }
}

/** Returns null for text that is not JSON of this shape. */
function parse<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Whether the title of a draft is the one proposed by its file. */
export function isProposed({ title, files }: Pick<EntryDraft, 'title' | 'files'>): boolean {
  return Object.keys(files).some((name) => titleOfFile({ name }) === title)
}

/**
 * Stores the draft: the title of a single entry, its text, the dates that differ, the properties, and the files'
 * names.
 * @param missingFiles files of an earlier visit that were not chosen again yet
 */
export function storeDraft(
  collection: CollectionName,
  uploads: readonly Upload[],
  {
    body,
    timing,
    properties,
    together,
    begun,
  }: Pick<EntryDraft, 'body' | 'timing' | 'properties' | 'begun'> & { together: boolean },
  missingFiles: FileTitles,
): void {
  const waiting = uploads.filter(({ phase }) => phase !== 'done')
  const files = { ...missingFiles }
  for (const { file, title } of waiting) if (file) files[file.name] = title
  const [only, ...others] = begun ? uploads : waiting
  drafts.store(collection, {
    title: together || others.length === 0 ? (only?.title ?? '') : '',
    body,
    ...(begun && { begun: JSON.stringify(begun) }),
    ...(Object.keys(files).length > 0 && { files: JSON.stringify(files) }),
    ...changedValues({ ...timing }, { ...NO_TIMING }),
    ...changedValues({ ...properties }, {}),
  })
}
