import type { Entry, EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { hasPage, isPaged } from '@bidyaloy/shared/collections/registry'
import { readersCopy } from '@bidyaloy/shared/copy/readers-copy'
import { MAX_READER_IDS, type ReaderSeries } from '@bidyaloy/shared/school/reader-counts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { ReaderChart, readerCountsQuery } from '../components/reader-chart.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(readersCopy)

/** How often the pages of listed entries were read, by id; nothing until it is known. */
export interface ListedReaders {
  /** The last of the days, `YYYY-MM-DD`. */
  to: string
  byId: ReadonlyMap<string, ReaderSeries>
}

const UNKNOWN: ListedReaders = { to: '', byId: new Map() }

export function useListedReaders(entries: readonly EntryOfCollection[]): ListedReaders {
  const withPage = entries.filter(
    (entry) => !entry.queued && isPaged(entry.collection) && hasPage(entry.collection, entry),
  )
  const ids = withPage.map(({ _id }) => _id).slice(0, MAX_READER_IDS)
  const { data = UNKNOWN } = useQuery({
    ...readerCountsQuery(useAdminApi(), ids),
    enabled: ids.length > 0,
    select: (counts) => ({
      to: counts.to,
      byId: new Map(counts.entries.map(({ _id, ...series }) => [_id, series])),
    }),
  })
  return data
}

interface ReadersDialogProps {
  entry: Entry
  readers: ListedReaders
  onClose: () => void
}

/** Shows on which days the page of an entry was read. */
export function ReadersDialog({ entry, readers: { to, byId }, onClose }: ReadersDialogProps) {
  const close = useRef<HTMLButtonElement>(null)
  const series = byId.get(entry._id)
  return (
    <Dialog title={t('readers.open')} onClose={onClose} focus={close}>
      <div className="dialog__b">
        <p className="quote">{entry.title}</p>
        {series && <ReaderChart readers={series} to={to} />}
      </div>
      <div className="dialog__f">
        <Button onClick={onClose} ref={close}>
          {t('readers.close')}
        </Button>
      </div>
    </Dialog>
  )
}
