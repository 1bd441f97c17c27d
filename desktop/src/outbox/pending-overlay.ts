import { startOfDay } from '@bidyaloy/shared/bengali/dates'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { titleMatcher } from '@bidyaloy/shared/collections/entry-list'
import type { OutboxItem } from './outbox-store.ts'

/** A pending change and the fields it sets. */
export interface PendingChange {
  item: OutboxItem
  /** Resulting fields; empty for a deletion. */
  fields: Readonly<Record<string, unknown>>
}

type Row = Readonly<Record<string, unknown>>

/**
 * Applies pending changes to a list: new rows first, changed rows in position, both marked
 * `queued`; deleted rows removed.
 * @param rows from the server or the cache
 * @param changes of this list only, oldest first
 */
export function overlayList(
  rows: readonly Row[],
  changes: readonly PendingChange[],
  { q = '', offset = 0 }: { q?: string; offset?: number } = {},
): Row[] {
  let shown = [...rows]
  const fresh: Row[] = []
  for (const { item, fields } of changes) {
    const id = item.temporaryId ?? lastPart(item.path)
    const indexIn = (list: readonly Row[]) => list.findIndex((row) => row._id === id)
    if (item.temporaryId !== null) {
      fresh.unshift({ ...fields, _id: id, __v: 0, queued: true })
    } else if (item.method === 'DELETE') {
      shown = shown.filter((row) => row._id !== id)
      const at = indexIn(fresh)
      if (at >= 0) fresh.splice(at, 1)
    } else {
      const list = indexIn(fresh) >= 0 ? fresh : shown
      const at = indexIn(list)
      const row = list[at]
      if (row) list[at] = { ...row, ...fields, _id: id, __v: row.__v, queued: true }
    }
  }
  if (offset > 0) return shown
  const matchesTitle = titleMatcher(q)
  const found = fresh.filter(({ title }) => matchesTitle(typeof title === 'string' ? title : ''))
  return [...found, ...shown]
}

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** File metadata shown in lists. */
export type NamedFile = Pick<File, 'name' | 'type' | 'size'>

/** Builds an entry from a pending creation or change. */
export function pendingEntry(
  fields: Readonly<Record<string, unknown>>,
  file: NamedFile | null,
  { id, before, now }: { id: string; before: Entry | null; now: string },
): Entry {
  const text = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const optional = (name: 'publishAt' | 'expiresAt' | 'pinnedUntil' | 'videoLink') => {
    const value = name in fields ? text(name) : before?.[name]
    return value !== undefined && { [name]: value }
  }
  const { publishAt: _p, expiresAt: _e, pinnedUntil: _u, videoLink: _v, ...rest } = before ?? {}
  return {
    ...rest,
    _id: id,
    __v: before?.__v ?? 0,
    title: text('title') ?? before?.title ?? '',
    date: isoTimeOf(text('date')) ?? before?.date ?? now,
    createdAt: before?.createdAt ?? now,
    ...optional('publishAt'),
    ...optional('expiresAt'),
    ...optional('pinnedUntil'),
    ...optional('videoLink'),
    ...(file && { fileName: file.name, mimeType: file.type, size: file.size }),
    queued: true,
  }
}

/** Parses a time; a bare date is the start of that day in Dhaka, as on the server. */
function isoTimeOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const time = text.length === 10 ? startOfDay(text) : new Date(text)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
