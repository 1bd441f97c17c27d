import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { FileLabel, fileLabel, fileSize } from '../../collections/file-facts.tsx'
import { Photo } from '../../collections/photo.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { siteText } from '../../ui/site-text.ts'
import { adminText } from '../admin-text.tsx'
import { entriesText, workText } from './entries-text.tsx'
import { EntryBadges } from './entry-badges.tsx'
import type { EntryActionName } from './entry-dialogs.tsx'
import { EntryTitle } from './entry-title.tsx'
import { RowActions } from './row-actions.tsx'

/** What a table or a grid of entries is given. */
export interface EntriesProps {
  collection: CollectionName
  entries: readonly Entry[]
  /** Ids of those that were picked. */
  picked: ReadonlySet<string>
  onPick: (id: string, isPicked: boolean) => void
  /** Ids of what was published last. */
  fresh: ReadonlySet<string>
  /** Whether other entries are on their way. */
  busy: boolean
  /** The moment, in milliseconds, for which it is said what visitors see. */
  now: number
  onTask: (task: EntryActionName, entry: Entry) => void
}

/* Explicit roles: on narrow windows the table is drawn as blocks, which would take its own away. */
export function EntryTable({ collection, entries, busy, ...rowProps }: EntriesProps) {
  return (
    <div className="table-box">
      <table className="table table--stack entrytable" role="table" aria-busy={busy}>
        <caption>
          <span className="vh">{entriesText(`${collection}.list`)}</span>
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" className="entrytable__pick">
              <span className="vh">{workText('pick.column')}</span>
            </th>
            <th role="columnheader" scope="col">
              {adminText('form.title')}
            </th>
            <th role="columnheader" scope="col" className="entrylist__actions">
              {adminText('admin.list.actions')}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {entries.map((entry) => (
            <EntryRow key={entry._id} collection={collection} entry={entry} {...rowProps} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface EntryRowProps extends Omit<EntriesProps, 'entries' | 'busy'> {
  entry: Entry
}

function EntryRow({ collection, entry, picked, onPick, fresh, now, onTask }: EntryRowProps) {
  const isFresh = fresh.has(entry._id)
  return (
    <tr role="row" data-fresh={isFresh || undefined}>
      <td role="cell" className="entrytable__pick">
        <PickBox entry={entry} isPicked={picked.has(entry._id)} onPick={onPick} />
      </td>
      <td role="cell">
        <div className="entryline">
          <Thumbnail entry={entry} />
          <div>
            <EntryTitle collection={collection} entry={entry} now={now} />
            <p className="meta">
              <span>
                <DateText moment={entry.date} />
              </span>
              {fileLabel(entry) ? (
                <span>
                  <FileLabel entry={entry} />
                </span>
              ) : (
                <span>{siteText('list.noFile')}</span>
              )}
              {entry.size !== undefined && <span>{fileSize(entry)}</span>}
            </p>
            <EntryBadges entry={entry} isFresh={isFresh} now={now} />
          </div>
        </div>
      </td>
      <td role="cell" className="entrylist__actions">
        <RowActions collection={collection} entry={entry} onTask={(task) => onTask(task, entry)} />
      </td>
    </tr>
  )
}

interface PickBoxProps {
  entry: Entry
  isPicked: boolean
  onPick: EntriesProps['onPick']
}

export function PickBox({ entry: { _id, title, queued }, isPicked, onPick }: PickBoxProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        aria-label={workText('pick.one', { title })}
        checked={isPicked && !queued}
        disabled={queued}
        onChange={({ target }) => onPick(_id, target.checked)}
      />
    </label>
  )
}

/** The picture of an entry, or the first page of its document; else the drawing of a paper. */
function Thumbnail({ entry }: { entry: Entry }) {
  const sizes = entry.sizes ?? entry.pages?.[0]?.sizes ?? []
  return (
    <span className="entrythumb">
      {sizes.length > 0 ? (
        <Photo picture={{ filePath: entry.filePath, sizes }} sizes="4.5rem" />
      ) : (
        <Icon name={entry.mimeType?.startsWith('image/') ? 'image' : 'file'} />
      )}
    </span>
  )
}
