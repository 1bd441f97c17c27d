import { type Api, ApiError, type CallOptions } from '@bidyaloy/shared/api/api'
import {
  type Entry,
  type EntryChange,
  type NewEntry,
  PART_BYTES,
} from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import * as z from 'zod'
import { printOf } from '../uploads/file-print.ts'

/* The files of an album are more than one request can hold. They are sent in parts. */

/** An entry that may have more files is sent in several requests; the first publishes it. */
const MAX_FILES_AT_ONCE = 20

/** How the upload queue sends the files of an entry. */
export function partsOf(collection: CollectionName): { maxRequestBytes?: number } {
  return collections[collection].maxFiles > MAX_FILES_AT_ONCE ? { maxRequestBytes: PART_BYTES } : {}
}

const SentFile = z.object({ print: z.string(), name: z.string() })

/** What is known of an entry's files that are sent in parts. A draft of it survives a reload. */
export const SentParts = z.object({
  /** Null until the response to the creation. */
  id: z.string().nullable(),
  /** Idempotency-Key of the creation. */
  key: z.string(),
  /** Paths of the files that arrived, by their prints. */
  arrived: z.record(z.string(), z.string()),
  /** The part without a response, in order. */
  sending: z.array(SentFile),
  /** Paths of the entry's files before that part. */
  before: z.array(z.string()),
})
export type SentParts = z.infer<typeof SentParts>

interface PartSenderOptions {
  api: Pick<Api, 'createEntry' | 'updateEntry' | 'getEntry'>
  collection: CollectionName
  /** From an earlier visit; null for a new entry. */
  parts: SentParts | null
  /** Called after each change, before the request that it is about. */
  onChange: (parts: SentParts) => void
}

/** A part of an entry's files with the fields of the entry. */
interface Part {
  /** The chosen files, and what is sent of them. */
  sources: readonly File[]
  files: File[]
  /** The entry's files in the order that is wanted: paths of present ones, and chosen ones. */
  places: readonly (string | File)[]
  options: CallOptions
}

/** Sends the files of an entry in parts, and knows which have arrived. */
export interface PartSender {
  /** The entry after the last response; null before. */
  entry(): Entry | null
  parts(): SentParts | null
  /** Reads the prints of files, by which `pathOf` knows them. */
  recognise(files: readonly File[]): Promise<void>
  /** Path of a file that has arrived. */
  pathOf(file: File): string | undefined
  /** Takes over what the server has, which shows whether the last part has arrived. */
  note(entry: Entry): void
  create(fields: NewEntry, part: Omit<Part, 'places'>): Promise<Entry>
  update(fields: EntryChange, part: Part): Promise<Entry>
}

export function createPartSender({
  api,
  collection,
  parts: stored,
  onChange,
}: PartSenderOptions): PartSender {
  let parts = stored
  let entry: Entry | null = null
  const prints = new Map<File, string>()
  const isResumed = stored?.id === null
  const set = (next: SentParts) => {
    parts = next
    onChange(next)
  }
  const recognise = async (files: readonly File[]) => {
    for (const file of files) {
      if (!prints.has(file)) prints.set(file, await printOf(file))
    }
  }
  const sentFiles = (sources: readonly File[]) =>
    sources.map((file) => ({ print: prints.get(file) ?? '', name: file.name }))
  const pathOf = (file: File) => parts?.arrived[prints.get(file) ?? '']

  const note = (current: Entry) => {
    const files = filesOf(current)
    const paths = files.map(({ filePath }) => filePath)
    const { key = '', arrived = {}, sending = [], before = paths } = parts ?? {}
    const fresh = files.filter(({ filePath }) => !before.includes(filePath))
    const known = Object.entries({ ...arrived, ...arrivedIn(sending, fresh) })
    entry = current
    set({
      id: current._id,
      key,
      // A photo that was removed meanwhile may be sent again.
      arrived: Object.fromEntries(known.filter(([, path]) => paths.includes(path))),
      sending: [],
      before: paths,
    })
  }

  return {
    entry: () => entry,
    parts: () => parts,
    recognise,
    pathOf,
    note,
    async create(body, { sources, files, options }) {
      await recognise(sources)
      const sending = sentFiles(sources)
      // Its response may have been lost before a reload: with the same key it is not created twice.
      const resumed = isResumed && parts?.id === null ? parts : null
      const { key = options.idempotencyKey ?? '' } = resumed ?? {}
      set({ id: null, key, arrived: {}, sending: resumed?.sending ?? sending, before: [] })
      const request = { params: { collection }, body, ...(files.length > 0 && { file: files }) }
      const created = await api.createEntry(request, { ...options, idempotencyKey: key })
      if (!resumed || !isSame(filesOf(created), resumed.sending)) {
        set({ id: created._id, key, arrived: {}, sending, before: [] })
      }
      note(created)
      if (sources.some((file) => !pathOf(file))) {
        throw new ApiError(0, 'offline', 'The entry has the files of an earlier request')
      }
      return created
    },
    async update(fields, { sources, files, places, options }) {
      if (!entry) throw new Error('The entry is not known')
      await recognise(sources)
      const present = filesOf(entry).map(({ filePath }) => filePath)
      const sending = sentFiles(sources)
      const { key = '', arrived = {} } = parts ?? {}
      set({ id: entry._id, key, arrived, sending, before: present })
      const order = places.flatMap((place) => {
        if (sources.some((file) => file === place)) return null
        const path = typeof place === 'string' ? place : pathOf(place)
        return path !== undefined && present.includes(path) ? path : []
      })
      const changed = await api.updateEntry(
        {
          params: { collection, id: entry._id },
          body: { ...fields, files: order },
          ...(files.length > 0 && { file: files }),
        },
        options,
      )
      note(changed)
      return changed
    },
  }
}

/** Returns the paths of a part by the prints of its files; none unless all are there, in order. */
function arrivedIn(
  sending: SentParts['sending'],
  fresh: readonly { fileName: string; filePath: string }[],
): Record<string, string> {
  const left = [...fresh]
  const found: [string, string][] = []
  for (const { print, name } of sending) {
    const at = left.findIndex(({ fileName }) => stemOf(fileName) === stemOf(name))
    const [file] = at < 0 ? [] : left.splice(0, at + 1).slice(-1)
    if (!file) return {}
    found.push([print, file.filePath])
  }
  return Object.fromEntries(found)
}

function isSame(files: readonly { fileName: string }[], sent: SentParts['sending']): boolean {
  return (
    files.length === sent.length &&
    files.every(({ fileName }, index) => stemOf(fileName) === stemOf(sent[index]?.name ?? ''))
  )
}

/** Returns the name of a file without its extension, which shrinking may change. */
function stemOf(name: string): string {
  return name.normalize('NFC').replace(/\.[^.]+$/, '')
}
