import { type Api, ApiError, type CallOptions } from '@bidyaloy/shared/api/api'
import type { Entry, NewEntry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import * as z from 'zod'
import { createListeners } from '../../ui/listeners.ts'
import { createLostWrite } from '../api/lost-write.ts'
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

/** A draft from its first save until it is published or discarded. */
interface Session {
  draft: StoredDraft | null
  phase: DraftPhase
  /** Where the server has the files that were chosen since a reload. */
  paths: Map<File, string>
  /** The last contents that were saved or are being saved. */
  last: string
  writes: ReturnType<typeof createLostWrite<StoredDraft>>
}

function newSession(draft: StoredDraft | null): Session {
  const phase = draft ? 'saved' : 'none'
  return { draft, phase, paths: new Map(), last: '', writes: createLostWrite() }
}

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
  let session = newSession(stored)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()
  const { subscribe, notify } = createListeners()
  /** Changes a session, also one that was forgotten while it was being saved. */
  const set = (of: Session, next: Partial<Pick<Session, 'draft' | 'phase'>>) => {
    Object.assign(of, next)
    notify()
  }
  /** Files of the draft from before a reload. */
  const keptOf = ({ draft, paths }: Session) => {
    const chosen = [...paths.values()]
    return (draft?.files ?? []).filter(({ path }) => !chosen.includes(path))
  }
  const keyOf = ({ fields, files }: DraftContents) =>
    JSON.stringify([fields, keptOf(session), files.map(({ name, size }) => [name, size])])
  const note = ({ paths }: Session, entry: Entry, places: readonly (string | File)[]) => {
    const present = filesOf(entry)
    places.forEach((place, index) => {
      const path = present[index]?.filePath
      if (place instanceof File && path !== undefined) paths.set(place, path)
    })
    const files = present.map(({ filePath, fileName }) => ({ path: filePath, name: fileName }))
    // A file that was removed has to be sent again if it is chosen again.
    for (const [file, path] of paths) {
      if (!files.some((one) => one.path === path)) paths.delete(file)
    }
    return { id: entry._id, version: entry.__v, files }
  }
  /** Returns where the files stand, and which of them the server lacks. */
  const placesOf = (of: Session, files: readonly File[]) => {
    const places = [
      ...keptOf(of).map(({ path }) => path),
      ...files.map((one) => of.paths.get(one) ?? one),
    ]
    const added = places.filter((place) => place instanceof File)
    return { places, added, order: places.map((place) => (place instanceof File ? null : place)) }
  }
  const resend = async (of: Session) => {
    const arrived = await of.writes.resend()
    if (arrived) set(of, { draft: arrived })
  }

  const save = async (of: Session, contents: DraftContents) => {
    const { fields, files } = contents
    if (of !== session || of.phase === 'elsewhere') return
    of.last = keyOf(contents)
    set(of, { phase: 'saving' })
    try {
      await resend(of)
      const { places, added, order } = placesOf(of, files)
      const sent = []
      for (const file of added) sent.push(await prepareFile(file))
      const file = sent.length > 0 ? { file: sent } : {}
      const { draft } = of
      const write = (options: CallOptions) => {
        if (!draft) {
          const body = { ...fields, status: 'draft' } as const
          return api.createEntry({ params: { collection }, body, ...file }, options)
        }
        const body = { ...fields, files: order, __v: draft.version }
        return api.updateEntry({ params: { collection, id: draft.id }, body, ...file }, options)
      }
      const saved = await of.writes.send(async (options) => note(of, await write(options), places))
      set(of, { draft: saved, phase: 'saved' })
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      // Published or deleted, or changed, on another device.
      const isElsewhere = code === 'conflict' || code === 'not_found'
      of.last = ''
      set(of, { phase: isElsewhere ? 'elsewhere' : 'failed' })
    }
  }
  const stop = () => clearTimeout(timer)
  const discard = async (of: Session) => {
    await running
    await resend(of)
    if (of.draft) await api.deleteDraft({ params: { collection, id: of.draft.id } })
    return of.draft !== null
  }

  return {
    subscribe,
    current: () => session.draft,
    phase: () => session.phase,
    kept: () => keptOf(session),
    stop,
    /** Saves the contents after a rest, unless they are saved. @param isBlank nothing is worth saving */
    schedule(contents: DraftContents, isBlank: boolean) {
      stop()
      if ((isBlank && !session.draft) || keyOf(contents) === session.last) return
      const of = session
      timer = setTimeout(() => {
        running = running.then(() => save(of, contents))
      }, REST_MS)
    },
    /** Leaves out a file from before a reload. */
    drop(path: string) {
      const { draft } = session
      if (!draft) return
      set(session, { draft: { ...draft, files: draft.files.filter((file) => file.path !== path) } })
    },
    /** Publishes the draft with these contents. @returns null without a draft */
    async publish(
      fields: DraftContents['fields'],
      { sources, files }: { sources: readonly File[]; files: readonly File[] },
      options: CallOptions,
    ): Promise<Entry | null> {
      stop()
      await running
      await resend(session).catch((error) => {
        // Otherwise it was refused, and what is published now replaces it.
        if (session.writes.isUnanswered()) throw error
      })
      const { draft } = session
      if (!draft) return null
      const { order, added } = placesOf(session, sources)
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
        set(session, { draft: null, phase: 'none' })
        return null
      }
    },
    /** Forgets the draft, which is published, or discards it. @returns whether one was discarded */
    forget({ isDiscarded }: { isDiscarded: boolean }): Promise<boolean> {
      stop()
      const discarded = isDiscarded ? discard(session).catch(() => false) : Promise.resolve(false)
      session = newSession(null)
      notify()
      return discarded
    },
  }
}
export type ServerDraft = ReturnType<typeof createServerDraft>
