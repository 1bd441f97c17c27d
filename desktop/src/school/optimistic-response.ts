import { paths } from '@bidyaloy/shared/api/paths'
import { Entry } from '@bidyaloy/shared/collections/entry'
import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import { QUEUED_HEADER } from '@bidyaloy/shared/desktop/response-headers'
import { recordTypeOf, singleTypeOf } from '@bidyaloy/shared/features'
import { linesAsWritten, linesOfText, wholeText } from '@bidyaloy/shared/lib/ocr/shown-text'
import { EntryText, EntryTextChange } from '@bidyaloy/shared/papers/entry-text'
import { jsonResponse } from '../forward.ts'
import type { LocalFile } from '../outbox/file-changes.ts'
import { pendingEntry } from '../outbox/pending-overlay.ts'
import { offlineOf, type QueueableName } from '../outbox/queueable.ts'

/** A queued change with its context. */
export interface QueuedChange {
  name: QueueableName
  fields: Readonly<Record<string, unknown>>
  /** The new files of an entry, in order. */
  files: readonly LocalFile[]
  /** Server id or temporary id. */
  id: string
  /** The record before the change, if it was seen. */
  before: Readonly<Record<string, unknown>> | null
  now: string
}

const QUEUED = { [QUEUED_HEADER]: '1' }

/** Returns the record after the change; null if the change leaves none. */
export function optimisticRecord({
  name,
  fields: { __v: _, ...fields },
  files,
  id,
  before,
  now,
}: QueuedChange): Readonly<Record<string, unknown>> | null {
  switch (name) {
    case 'createEntry':
    case 'updateEntry': {
      const seen = Entry.safeParse(before)
      return pendingEntry(fields, files, { id, before: seen.success ? seen.data : null, now })
    }
    case 'updateEntryText':
      return textAfter(before, fields)
    case 'deleteEntry':
      return null
    default:
      if (singleTypeOf(offlineOf(name).record)) {
        return { _id: id, __v: 0, ...before, ...fields, updatedAt: now }
      }
      return recordAfter(name, { ...before, ...fields, _id: id, updatedAt: now })
  }
}

/** Builds the response that the page gets once a change is on disk. */
export function optimisticResponse(change: QueuedChange): Response {
  const record = optimisticRecord(change)
  const { respond, isWrapped } = offlineOf(change.name)
  if (respond) return jsonResponse(respond(change.fields), 200, QUEUED)
  if (!record) return new Response(null, { status: 204, headers: QUEUED })
  const body = isWrapped ? { message: desktopCopy['outbox.savedLocal'], data: record } : record
  return jsonResponse(body, change.name.startsWith('create') ? 201 : 200, QUEUED)
}

/** The recognised text of files with the corrected pages, as the server presents it. */
function textAfter(before: unknown, fields: unknown): EntryText {
  const seen = EntryText.safeParse(before)
  const changed = EntryTextChange.safeParse(fields)
  const { pending, pages } = seen.success ? seen.data : { pending: false, pages: [] }
  const written = (changed.success ? changed.data.pages : []).map(({ file, page, text, lines }) => {
    const written = lines ? linesAsWritten(lines) : linesOfText(text)
    return {
      file,
      page,
      source: 'hand' as const,
      text: wholeText({ lines: written }),
      sureness: 100,
      ...(lines && { lines: written }),
    }
  })
  const isKept = (one: EntryText['pages'][number]) =>
    !written.some(({ file, page }) => file === one.file && page === one.page)
  return { pending, pages: [...pages.filter(isKept), ...written] }
}

/** Returns a record of a list after a change; null if the change leaves none. */
function recordAfter(
  name: QueueableName,
  after: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | null {
  const type = recordTypeOf(offlineOf(name).record)
  if (!type || paths[name].method === 'DELETE') return null
  return { ...type.blank, __v: 0, ...after, queued: true }
}
