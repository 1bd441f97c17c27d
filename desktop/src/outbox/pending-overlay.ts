import { startOfDay } from '@bidyaloy/shared/bengali/dates'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { titleMatcher } from '@bidyaloy/shared/collections/entry-list'
import type { OutboxItem } from './outbox-store.ts'

/** A change that waits, with the record that it makes of what is known. */
export interface PendingChange {
  item: OutboxItem
  /** Fields as they will be; empty for a deletion. */
  fields: Readonly<Record<string, unknown>>
}

type Row = Readonly<Record<string, unknown>>

/**
 * Shows a list as it will be once everything has been sent: what waits is on top or changed in its
 * place, and marked; what is to be deleted is gone.
 * @param rows as the server, or the copy on the disk, has them
 * @param changes of this list alone, in their order
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
    const place = (list: readonly Row[]) => list.findIndex((row) => row._id === id)
    if (item.temporaryId !== null) {
      fresh.unshift({ ...fields, _id: id, __v: 0, queued: true })
    } else if (item.method === 'DELETE') {
      shown = shown.filter((row) => row._id !== id)
      const at = place(fresh)
      if (at >= 0) fresh.splice(at, 1)
    } else {
      const list = place(fresh) >= 0 ? fresh : shown
      const at = place(list)
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

/** A file as lists show it. */
export type NamedFile = Pick<File, 'name' | 'type' | 'size'>

/** How an entry looks that only this computer knows, or as changed here. */
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
  const { publishAt: _p, expiresAt: _e, pinnedUntil: _u, videoLink: _v, ...kept } = before ?? {}
  return {
    ...kept,
    _id: id,
    __v: before?.__v ?? 0,
    title: text('title') ?? before?.title ?? '',
    date: momentOf(text('date')) ?? before?.date ?? now,
    createdAt: before?.createdAt ?? now,
    ...optional('publishAt'),
    ...optional('expiresAt'),
    ...optional('pinnedUntil'),
    ...optional('videoLink'),
    ...(file && { fileName: file.name, mimeType: file.type, size: file.size }),
    queued: true,
  }
}

/** A bare day means that day in Dhaka, as on the server. */
function momentOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const moment = text.length === 10 ? startOfDay(text) : new Date(text)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
