import type { Entry } from '@bidyaloy/shared/collections/entry'
import {
  entryPath,
  type PagedCollection,
  shareCardPath,
} from '@bidyaloy/shared/collections/registry'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { entryQuery, neighboursQuery } from '../../collections/entry-queries.ts'
import { FileLabel, fileHref, fileSize } from '../../collections/file-facts.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/read-api.ts'
import { ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { t } from '../../ui/t.ts'
import { entryList } from '../entry-lists.ts'
import { Page } from '../page-body.tsx'
import { DocumentViewer } from './document-viewer.tsx'
import { NotFoundPage } from './message-pages.tsx'
import { ShareBar } from './share-bar.tsx'

/** One notice. */
export function NoticePage() {
  return <EntryPage collection="notices" />
}

/** One piece of news. */
export function NewsPage() {
  return <EntryPage collection="news" />
}

const crumbs = { notices: 'search.type.notice', news: 'search.type.news' } as const

function EntryPage({ collection }: { collection: PagedCollection }) {
  const { id = '' } = useParams()
  const { data: entry, isError, refetch } = useQuery(entryQuery(useReadApi(), collection, id))
  const list = entryList(collection)
  const above = { href: list.path, label: t(list.title) }
  if (entry === null) return <NotFoundPage />
  if (!entry) {
    return (
      <Page title={t(crumbs[collection])} above={above}>
        <div className="card">
          {isError ? (
            <ErrorBox id="entry.error" onRetry={() => refetch()} />
          ) : (
            <LoadingBox id="entry.loading" />
          )}
        </div>
      </Page>
    )
  }
  return (
    <Page
      title={entry.title}
      above={above}
      crumb={t(crumbs[collection])}
      meta={<EntryFacts entry={entry} />}
      article={{
        headline: entry.title,
        published: entry.date,
        card: shareCardPath(collection, entry._id),
      }}
    >
      <article className="stack" aria-label={entry.title}>
        <ShareBar entry={entry} path={entryPath(collection, entry._id)} />
        <DocumentViewer entry={entry} />
        <Neighbours collection={collection} id={entry._id} />
        <p>
          <a className="more" href={list.path}>
            {t(list.title)} <Icon name="right" />
          </a>
        </p>
      </article>
    </Page>
  )
}

/** The ways to what was published before and after it. */
function Neighbours({ collection, id }: { collection: PagedCollection; id: string }) {
  const { data } = useQuery(neighboursQuery(useReadApi(), collection, id))
  if (!data?.older && !data?.newer) return null
  const { older, newer } = data
  return (
    <nav className="prevnext" aria-label={t(`entry.neighbours.${collection}`)}>
      {older && (
        <a href={entryPath(collection, older._id)} rel="prev">
          <span>
            <Icon name="left" /> {t(`entry.older.${collection}`)}
          </span>{' '}
          {older.title}
        </a>
      )}
      {newer && (
        <a href={entryPath(collection, newer._id)} rel="next">
          <span>
            {t(`entry.newer.${collection}`)} <Icon name="right" />
          </span>{' '}
          {newer.title}
        </a>
      )}
    </nav>
  )
}

function EntryFacts({ entry }: { entry: Entry }) {
  return (
    <p className="meta">
      <span>
        {t('entry.published')}: <DateText moment={entry.date} />
      </span>
      {fileHref(entry) && <FileLabel entry={entry} />}
      {entry.size !== undefined && <span>{fileSize(entry)}</span>}
    </p>
  )
}
