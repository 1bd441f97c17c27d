import type { Entry } from '@bidyaloy/shared/collections/entry'
import { type EntityManager, In } from 'typeorm'
import { EntryChangeRow, type EntryRow } from '../../db/entities.ts'
import { excerptColumn, fileColumns } from '../../db/entry-content.ts'
import { type EntryState, FormerEntry } from './entry-state.ts'
import { presentDraft, presentToAdmins } from './present-entry.ts'

/* Reads and presents unpublished changes of published entries. */

/** Returns the state of an entry with its unpublished change, or of one of its former versions. */
export function changeState(
  row: EntryRow,
  { data, files }: Pick<EntryChangeRow, 'data' | 'files'>,
): EntryState {
  const { slug, position, videoId } = row
  return { slug, position, videoId, ...ChangeState.parse(data), files: files ?? [] }
}

const ChangeState = FormerEntry.extend({ slug: FormerEntry.shape.kind.optional() }).transform(
  ({ slug, videoId, ...state }) => ({
    ...state,
    ...(slug !== undefined && { slug }),
    ...(videoId !== undefined && { videoId }),
  }),
)

/** Returns the version of an unpublished change; 0 without one. */
export function versionOfChange(change: Pick<EntryChangeRow, 'draft'> | null): number {
  return change ? (change.draft.version ?? 1) : 0
}

/** Presents a published entry with its unpublished change. */
export function presentChange(
  row: EntryRow,
  change: EntryChangeRow,
  now: Date,
  present = presentToAdmins,
): Entry {
  const { files, body, ...columns } = changeState(row, change)
  // The preview of the video that the change replaces.
  const picture = columns.videoId !== row.videoId && { videoPicture: null }
  const state = { ...columns, ...fileColumns(files), ...excerptColumn(body) }
  return {
    ...present({ ...row, ...picture, ...state, version: change.baseVersion }, now, body),
    ...presentDraft(change.draft, { changes: true, version: versionOfChange(change) }),
  }
}

/** Returns the unpublished changes of entries, by the sequence number of the entry. */
export async function changesOf(
  read: EntityManager,
  rows: readonly Pick<EntryRow, 'seq'>[],
): Promise<Map<number, EntryChangeRow>> {
  const found = await read.findBy(EntryChangeRow, { entrySeq: In(rows.map(({ seq }) => seq)) })
  return new Map(found.map((change) => [change.entrySeq, change]))
}
