import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entryPath, isPaged } from '@bidyaloy/shared/collections/registry'
import { FileLabel, fileHref, fileSize } from '../../collections/file-facts.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { t } from '../../ui/t.ts'
import type { EntryList } from '../entry-lists.ts'
import { EntryMarks } from './entry-marks.tsx'

interface EntryTableProps {
  list: EntryList
  entries: readonly Entry[]
  /** Number of the first row. */
  firstSerial: number
}

/*
 * On a phone the rows become blocks, and a browser then forgets that they are a table: the roles
 * are spelled out.
 */
/** One page of a list. */
export function EntryTable({ list, entries, firstSerial }: EntryTableProps) {
  const head = [t('list.col.serial'), t(list.titleColumn), t('list.col.date'), t(list.lastColumn)]
  return (
    <div className="table-box">
      <table className="table table--stack table--long" role="table">
        <caption>
          <span className="vh">{t('list.caption', { title: t(list.title) })}</span>
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            {head.map((label) => (
              <th key={label} role="columnheader" scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {entries.map((entry, i) => (
            <EntryRow key={entry._id} entry={entry} list={list} serial={firstSerial + i} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function EntryRow({ entry, list, serial }: { entry: Entry; list: EntryList; serial: number }) {
  const href = fileHref(entry)
  const page = isPaged(list.collection) && entryPath(list.collection, entry._id)
  return (
    <tr role="row">
      <td role="cell" className="serial">
        {formatNumber(serial)}
      </td>
      <td role="cell">
        {page ? (
          <a href={page}>{entry.title}</a>
        ) : href ? (
          <NewTabLink href={href}>{entry.title}</NewTabLink>
        ) : (
          entry.title
        )}
        <EntryMarks entry={entry} />
      </td>
      <td role="cell" className="nowrap inline">
        <DateText moment={entry.date} />
      </td>
      <td role="cell" className={list.last === 'file' ? 'nowrap' : 'nowrap inline'}>
        {list.last === 'facts' ? (
          <FileFacts entry={entry} />
        ) : list.last === 'page' && page ? (
          <a
            className="action"
            href={page}
            aria-label={t('list.view.aria', { title: entry.title })}
          >
            {t('list.view')}
          </a>
        ) : href ? (
          <DownloadLink entry={entry} href={href} />
        ) : (
          t('list.noFile')
        )}
      </td>
    </tr>
  )
}

function FileFacts({ entry }: { entry: Entry }) {
  if (!entry.filePath) return t('list.noFile')
  return (
    <>
      <FileLabel entry={entry} />, {fileSize(entry)}
    </>
  )
}

function DownloadLink({ entry, href }: { entry: Entry; href: string }) {
  return (
    <a className="action" href={href} target="_blank" rel="noopener">
      <Icon name="download" /> <FileFacts entry={entry} />
      <span className="vh">{t('list.download.of', { title: entry.title })}</span>
    </a>
  )
}
