import * as z from 'zod'

const Draft = z.record(z.string(), z.string())
type Draft = z.infer<typeof Draft>

/** Keeps what was typed into a form, so that a reload or a power cut loses nothing. */
interface DraftStore {
  /** What was kept under `name`; empty where there is nothing, or nothing that can be read. */
  read(name: string): Draft
  /** Keeps the fields, or forgets them where all are blank. */
  store(name: string, fields: Draft): void
  forget(name: string): void
}

/**
 * @param storage gives the browser's store. It may refuse, even to be looked at (full, private
 *   window, switched off): then drafts are not kept.
 * @param shelf whose drafts they are, where the same store serves several sites
 */
export function createDraftStore(
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  shelf: () => string = () => '',
): DraftStore {
  const key = (name: string) => `draft:${shelf()}${name}`
  const tolerating = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch {
      return otherwise
    }
  }
  const forget = (name: string) => tolerating(() => storage().removeItem(key(name)), undefined)
  return {
    read: (name) =>
      tolerating(() => Draft.parse(JSON.parse(storage().getItem(key(name)) ?? '{}')), {}),
    store: (name, fields) => {
      if (Object.values(fields).every((text) => text.trim() === '')) return forget(name)
      tolerating(() => storage().setItem(key(name), JSON.stringify(fields)), undefined)
    },
    forget,
  }
}
