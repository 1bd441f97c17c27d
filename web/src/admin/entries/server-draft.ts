import { type Api, ApiError } from '@bidyaloy/shared/api/api'
import type { Entry, NewEntry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import * as z from 'zod'
import { createListeners } from '../../ui/listeners.ts'
import { prepareFile } from '../uploads/prepare-file.ts'

/** The draft of a form on the server. The browser's own draft keeps it across a reload. */
export const StoredDraft = z.object({
  id: z.string(),
  version: z.int(),
  /** Files that the server has, in order. */
  files: z.array(z.object({ path: z.string(), name: z.string() })),
})
export type StoredDraft = z.infer<typeof StoredDraft>

export type DraftPhase = 'none' | 'saving' | 'saved' | 'failed' | 'elsewhere'

/** What the form holds: the fields of the entry, and its files in order. */
export interface DraftContents {
  fields: Omit<NewEntry, 'status'>
  files: readonly File[]
}

/** Time without a change after which a draft is saved. */
export const REST_MS = 2000

/**
 * Keeps what is in a form as a draft on the server, so that another device can go on with it. A
 * failure says nothing but that: the browser's draft has everything, and the next change tries again.
 * @param stored from before a reload
 */
export function createServerDraft(
  api: Pick<Api, 'createEntry' | 'updateEntry' | 'deleteDraft'>,
  collection: CollectionName,
  stored: StoredDraft | null,
) {
  let draft = stored
  let phase: DraftPhase = stored ? 'saved' : 'none'
  /** Where the server has the chosen files. */
  const paths = new Map<File, string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()
  /** The last contents that were saved or are being saved. */
  let last = ''
  const { subscribe, notify } = createListeners()
  const set = (next: Partial<{ draft: StoredDraft | null; phase: DraftPhase }>) => {
    if (next.draft !== undefined) draft = next.draft
    if (next.phase) phase = next.phase
    notify()
  }
  /** Files of the draft that are not among the chosen ones: from before a reload. */
  const kept = (files: readonly File[]) => {
    const chosen = files.map((file) => paths.get(file))
    return (draft?.files ?? []).filter(({ path }) => !chosen.includes(path))
  }
  const keyOf = ({ fields, files }: DraftContents) =>
    JSON.stringify([fields, kept(files), files.map(({ name, size }) => [name, size])])
  const note = (entry: Entry, places: readonly (string | File)[]) => {
    const present = filesOf(entry)
    places.forEach((place, index) => {
      const path = present[index]?.filePath
      if (place instanceof File && path !== undefined) paths.set(place, path)
    })
    const files = present.map(({ filePath, fileName }) => ({ path: filePath, name: fileName }))
    return { id: entry._id, version: entry.__v, files }
  }
  /** Returns where the files stand, and which of them the server lacks. */
  const placesOf = (files: readonly File[]) => {
    const places = [
      ...kept(files).map(({ path }) => path),
      ...files.map((one) => paths.get(one) ?? one),
    ]
    const added = places.filter((place) => place instanceof File)
    return { places, added, order: places.map((place) => (place instanceof File ? null : place)) }
  }

  const save = async (contents: DraftContents) => {
    const { fields, files } = contents
    if (phase === 'elsewhere') return
    last = keyOf(contents)
    set({ phase: 'saving' })
    try {
      const { places, added, order } = placesOf(files)
      const sent = []
      for (const file of added) sent.push(await prepareFile(file))
      const file = sent.length > 0 ? { file: sent } : {}
      const entry = draft
        ? await api.updateEntry({
            params: { collection, id: draft.id },
            body: { ...fields, files: order, __v: draft.version },
            ...file,
          })
        : await api.createEntry({
            params: { collection },
            body: { ...fields, status: 'draft' },
            ...file,
          })
      set({ draft: note(entry, places), phase: 'saved' })
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      // Published or deleted, or changed, on another device.
      const isElsewhere = code === 'conflict' || code === 'not_found'
      set({ phase: isElsewhere ? 'elsewhere' : 'failed' })
      last = ''
    }
  }
  const stop = () => clearTimeout(timer)

  return {
    subscribe,
    current: () => draft,
    phase: () => phase,
    kept,
    stop,
    /** Saves the contents after a rest, unless they are saved. @param isBlank nothing is worth saving */
    schedule(contents: DraftContents, isBlank: boolean) {
      stop()
      if ((isBlank && !draft) || keyOf(contents) === last) return
      timer = setTimeout(() => {
        running = running.then(() => save(contents))
      }, REST_MS)
    },
    /** Leaves out a file from before a reload. */
    drop(path: string) {
      if (draft)
        set({ draft: { ...draft, files: draft.files.filter((file) => file.path !== path) } })
    },
    /** Publishes the draft with these contents. @returns null without a draft */
    async publish(
      fields: DraftContents['fields'],
      { sources, files }: { sources: readonly File[]; files: readonly File[] },
      options: Parameters<Api['updateEntry']>[1],
    ): Promise<Entry | null> {
      stop()
      await running
      if (!draft) return null
      const { order, added } = placesOf(sources)
      const sent = files.filter((_, index) => added.some((file) => file === sources[index]))
      try {
        return await api.updateEntry(
          {
            params: { collection, id: draft.id },
            body: { ...fields, files: order, status: 'published' },
            ...(sent.length > 0 && { file: sent }),
          },
          options,
        )
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
        set({ draft: null, phase: 'none' })
        return null
      }
    },
    /** Forgets the draft, which is published, or discards it. */
    forget({ isDiscarded }: { isDiscarded: boolean }) {
      stop()
      const { id } = draft ?? {}
      if (isDiscarded && id !== undefined) {
        void api.deleteDraft({ params: { collection, id } }).catch(() => undefined)
      }
      paths.clear()
      last = ''
      set({ draft: null, phase: 'none' })
    },
  }
}
export type ServerDraft = ReturnType<typeof createServerDraft>
