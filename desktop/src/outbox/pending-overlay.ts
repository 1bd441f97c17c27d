import { type Entry, type EntryFile, EXCERPT_LENGTH } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { titleMatcher } from '@bidyaloy/shared/collections/entry-list'
import { propertyInputs } from '@bidyaloy/shared/collections/entry-properties'
import { startOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import { excerptOf } from '@bidyaloy/shared/lib/markdown'
import * as z from 'zod'
import { filesAfter, type LocalFile, orderIn } from './file-changes.ts'
import type { OutboxItem } from './outbox-store.ts'

/** A pending change and the fields it sets. */
export interface PendingChange {
  item: OutboxItem
  /** Resulting fields; empty for a deletion. */
  fields: Readonly<Record<string, unknown>>
}

type Row = Readonly<Record<string, unknown>>

interface OverlaidList {
  q?: string
  offset?: number
  /** Whether new entries belong to it, which are published once they are sent. */
  isOfPublished?: boolean
}

/**
 * Applies pending changes to a list: new rows first, changed rows in position, both marked
 * `queued`; deleted rows removed.
 * @param rows from the server or the cache
 * @param changes of this list only, oldest first
 */
export function overlayList(
  rows: readonly Row[],
  changes: readonly PendingChange[],
  { q = '', offset = 0, isOfPublished = true }: OverlaidList = {},
): Row[] {
  let shown = [...rows]
  const fresh: Row[] = []
  for (const change of changes) {
    const { item } = change
    // Lists have no texts, only their beginnings.
    const { body: _, ...fields } = change.fields
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
      if (row) list[at] = { ...fields, _id: id, __v: row.__v, queued: true }
    }
  }
  if (offset > 0 || !isOfPublished) return shown
  const matchesTitle = titleMatcher(q)
  const found = fresh.filter(({ title }) => matchesTitle(typeof title === 'string' ? title : ''))
  return [...found, ...shown]
}

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Builds an entry from a pending creation or change. @param added its new files */
export function pendingEntry(
  fields: Readonly<Record<string, unknown>>,
  added: readonly LocalFile[],
  { id, before, now }: { id: string; before: Entry | null; now: string },
): Entry {
  const text = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const optional = (name: 'publishAt' | 'expiresAt' | 'pinnedUntil' | 'videoLink' | 'videoId') => {
    const value = name in fields ? text(name) : before?.[name]
    return value !== undefined && { [name]: value }
  }
  const files = filesAfter<EntryFile>(orderIn(fields), added, before ? filesOf(before) : [])
  const [first] = files
  return {
    _id: id,
    __v: before?.__v ?? 0,
    title: text('title') ?? before?.title ?? '',
    date: isoTimeOf(text('date')) ?? before?.date ?? now,
    createdAt: before?.createdAt ?? now,
    ...optional('publishAt'),
    ...optional('expiresAt'),
    ...optional('pinnedUntil'),
    ...propertiesAfter(fields, before),
    ...first,
    ...(files.length > 1 && { files }),
    ...(first === undefined && { ...optional('videoLink'), ...optional('videoId') }),
    ...textParts(fields, before),
    queued: true,
  }
}

const Properties = z.object(propertyInputs)

/** The optional properties after a change, as the server presents them. */
function propertiesAfter(
  fields: Readonly<Record<string, unknown>>,
  before: Entry | null,
): Partial<Entry> {
  const { kind, classes, startsOn, endsOn, time, slug, menu, order } = before ?? {}
  const { fields: own, urgentUntil, consent } = before ?? {}
  const known = {
    kind,
    classes,
    startsOn,
    endsOn,
    time,
    slug,
    menu,
    order,
    fields: own,
    urgentUntil,
    consent,
  }
  const sent = Properties.safeParse(fields)
  const after = Object.entries({ ...known, ...(sent.success && sent.data) })
  const isValue = (value: unknown) =>
    value !== undefined &&
    value !== null &&
    value !== '' &&
    !(Array.isArray(value) && !value.length)
  return Object.fromEntries(after.filter(([, value]) => isValue(value)))
}

/** The text and its beginning after a change; only the beginning if the text was never read. */
function textParts(
  { body }: Readonly<Record<string, unknown>>,
  before: Entry | null,
): Pick<Entry, 'body' | 'excerpt'> {
  if (typeof body !== 'string') {
    return {
      ...(before?.body !== undefined && { body: before.body }),
      ...(before?.excerpt !== undefined && { excerpt: before.excerpt }),
    }
  }
  const text = body.trim()
  return text === '' ? {} : { body: text, excerpt: excerptOf(text, EXCERPT_LENGTH) }
}

/** Parses a time; a bare date is the start of that day in Dhaka, as on the server. */
function isoTimeOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const time = text.length === 10 ? startOfDay(text) : new Date(text)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
