import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import * as z from 'zod'
import { changedValues, drafts } from '../form/drafts.ts'
import { titleOfFile } from '../uploads/prepare-file.ts'
import type { Upload } from '../uploads/upload-queue.ts'
import { SentParts } from './entry-parts.ts'
import { type Properties, propertyFields } from './properties.ts'
import { StoredDraft } from './server-draft.ts'
import { NO_TIMING, type Timing } from './timing.ts'

const FileTitles = z.array(z.object({ name: z.string(), title: z.string() }))
/** Names of files, of which several may be equal, and the titles of their entries. */
export type FileTitles = readonly z.infer<typeof FileTitles>[number][]

interface EntryDraft {
  /** An entry whose files are being sent in parts. */
  begun: SentParts | null
  title: string
  body: string
  timing: Timing
  properties: Properties
  /** The draft on the server, or null. */
  server: StoredDraft | null
  /** The chosen files, of which a browser can store only the names. */
  files: FileTitles
}

/** Returns the stored draft of a collection's form, or an empty one. */
export function readDraft(collection: CollectionName): EntryDraft {
  const stored = drafts.read(collection)
  const { title = '', body = '', files = '[]', begun = 'null', server = 'null', ...others } = stored
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
    files: withoutStored(parse(FileTitles, files) ?? [], parse(StoredDraft, server)),
    begun: parse(SentParts, begun),
    server: parse(StoredDraft, server),
  }
}

/** Returns the files that a draft on the server lacks; shrinking may have changed their extension. */
function withoutStored(files: FileTitles, server: StoredDraft | null): FileTitles {
  const stemOf = (name: string) => name.normalize('NFC').replace(/\.[^.]+$/, '')
  const stored = (server?.files ?? []).map(({ name }) => stemOf(name))
  return files.filter(({ name }) => !stored.includes(stemOf(name)))
}

/** Returns the titles without one for each of the files. */
export function withoutFiles(titles: FileTitles, files: readonly File[]): FileTitles {
  const names = files.map(({ name }) => name)
  return titles.filter(({ name }) => {
    const at = names.indexOf(name)
    if (at >= 0) names.splice(at, 1)
    return at < 0
  })
}

/** Returns what was sent of the files of an entry; null if all has arrived. */
export function readSentParts(name: string): SentParts | null {
  return parse(SentParts, drafts.read(name).parts ?? 'null')
}

/** Stores what was sent, as soon as it is anything. */
export function storeSentParts(name: string, parts: SentParts): void {
  const isAny = parts.sending.length > 0 || Object.keys(parts.arrived).length > 0
  if (isAny) drafts.store(name, { parts: JSON.stringify(parts) })
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
  return files.some((file) => titleOfFile(file) === title)
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
    server,
  }: Pick<EntryDraft, 'body' | 'timing' | 'properties' | 'begun' | 'server'> & {
    together: boolean
  },
  missingFiles: FileTitles,
): void {
  const waiting = uploads.filter(({ phase }) => phase !== 'done')
  const files = [
    ...missingFiles,
    ...waiting.flatMap(({ file, title }) => (file ? { name: file.name, title } : [])),
  ]
  const [only, ...others] = begun ? uploads : waiting
  drafts.store(collection, {
    title: together || others.length === 0 ? (only?.title ?? '') : '',
    body,
    ...(begun && { begun: JSON.stringify(begun) }),
    ...(server && { server: JSON.stringify(server) }),
    ...(files.length > 0 && { files: JSON.stringify(files) }),
    ...changedValues({ ...timing }, { ...NO_TIMING }),
    ...changedValues({ ...properties }, {}),
  })
}
