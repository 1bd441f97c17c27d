import type { Entry } from '@bidyaloy/shared/collections/entry'
import { FileLabel, fileHref, fileLabel, fileSize } from '../../collections/file-facts.tsx'
import { Button } from '../../ui/button.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { siteText } from '../../ui/site-text.ts'
import { AdminText, adminText } from '../admin-text.tsx'
import type { DocumentCollection } from './entry-collection.ts'
import type { EntryTask } from './entry-dialogs.tsx'

interface EntryTableProps {
  collection: DocumentCollection
  entries: readonly Entry[]
  /** Whether other entries are on their way. */
  busy: boolean
  onTask: (task: EntryTask, entry: Entry) => void
}

/* Explicit roles: on narrow windows the table is drawn as blocks, which would take its own away. */
export function EntryTable({ collection, entries, busy, onTask }: EntryTableProps) {
  return (
    <div className="table-box">
      <table className="table table--stack" role="table" aria-busy={busy}>
        <caption>
          <span className="vh">{adminText(`admin.${collection}.list`)}</span>
        </caption>
        <thead role="rowgroup">
          <tr role="row">
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
            <EntryRow
              key={entry._id}
              entry={entry}
              collection={collection}
              onTask={(task) => onTask(task, entry)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface EntryRowProps {
  collection: DocumentCollection
  entry: Entry
  onTask: (task: EntryTask) => void
}

function EntryRow({ collection, entry, onTask }: EntryRowProps) {
  const href = fileHref(entry)
  // The specification calls the news list's button "Update" and the others' "rename".
  const rename = collection === 'news' ? 'form.update' : 'form.rename'
  const of = <span className="vh">: {entry.title}</span>
  return (
    <tr role="row">
      <td role="cell">
        {href ? <NewTabLink href={href}>{entry.title}</NewTabLink> : entry.title}
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
      </td>
      <td role="cell" className="entrylist__actions">
        <span className="row-actions">
          <Button small icon="edit" onClick={() => onTask('rename')}>
            <AdminText id={rename} />
            {of}
          </Button>
          <Button small icon="swap" onClick={() => onTask('replace')}>
            {adminText('form.replace')}
            {of}
          </Button>
          <Button small look="danger" icon="trash" onClick={() => onTask('delete')}>
            <AdminText id="form.delete" />
            {of}
          </Button>
        </span>
      </td>
    </tr>
  )
}
