import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { MenuGroup } from '@bidyaloy/shared/collections/entry-properties'
import {
  type AnnouncedCollection,
  collections,
  entryAddress,
  entryPath,
  hasCard,
  isAnnounced,
  type PagedCollection,
  shareCardPath,
} from '@bidyaloy/shared/collections/registry'
import { formatDays } from '@bidyaloy/shared/lib/bengali/days'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { firstSentence } from '@bidyaloy/shared/papers/running-text'
import { type ClassName, classPath } from '@bidyaloy/shared/school/classes'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { FileLabel, fileLabel, fileSize } from '../../collections/entry-facts.tsx'
import { entriesQuery, entryQuery, neighboursQuery } from '../../collections/entry-queries.ts'
import { KindFacts } from '../../collections/kind-facts.tsx'
import { PrintAddress } from '../../features/verify/print-address.tsx'
import { Letterhead } from '../../school/pad.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isExternal, NewTabLink } from '../../ui/new-tab-link.tsx'
import { useReadApi, useSiteUrl } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { NoticeAlerts } from '../alerts/notice-alerts.tsx'
import { Listen } from '../listen/listen.tsx'
import { useMainMenu } from '../menu.ts'
import { Page } from '../page.tsx'
import { Crest } from '../school-pictures.tsx'
import { type Contents, contentsOf, DocumentViewer, FILES_ID } from './document-viewer.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { NoticeRow } from './notice-row.tsx'
import { PageTextDetails, textsOf, usePageTexts } from './page-texts.tsx'
import { ShareBar } from './share-bar.tsx'
import { t } from './t.ts'

export { pageTextsQuery } from './page-texts.tsx'

/** The page above an entry's: that of its collection, or the first of the menu group it is in. */
function usePageAbove(collection: PagedCollection, menu: MenuGroup | undefined) {
  const group = useMainMenu().find((item) => menu && item.group === menu)
  if (collection !== 'pages') {
    const label = isAnnounced(collection)
      ? t(`public.${collection}.one`)
      : t(`public.${collection}.title`)
    return { href: collections[collection].page, label }
  }
  const first = group?.links.find(({ href }) => !isExternal(href))
  return group && first && { href: first.href, label: group.label }
}

/** One notice, one piece of news, an own page, or a download that has more than a file. */
export function EntryPage({ collection }: { collection: PagedCollection }) {
  const { id = '' } = useParams()
  const siteUrl = useSiteUrl()
  const query = useQuery(entryQuery(useReadApi(), collection, id))
  const entry = query.data
  const texts = usePageTexts(collection, id, Boolean(entry))
  const above = usePageAbove(collection, entry?.menu)
  if (entry === null) return <NotFoundPage />
  if (!entry) {
    return (
      <Page title={above?.label ?? t(`public.${collection}.title`)}>
        <QueryState
          query={query}
          texts={{ loading: t.pair('entry.loading'), error: t.pair('entry.error'), empty: '' }}
        >
          {() => null}
        </QueryState>
      </Page>
    )
  }
  const path = entryAddress(collection, entry)
  const contents = contentsOf(collection, entry, texts)
  const isOwnPage = collection === 'pages'
  // The files of an own page are those that its text is about; without a text they are the page.
  const { text, documents } = contents
  const useful = isOwnPage && text ? documents : []
  const hasText = text !== '' || documents.some(({ texts }) => texts.length > 0)
  const isPrintable = hasText || documents.some(({ sheets }) => sheets.length > 0)
  return (
    <Page
      title={entry.title}
      {...(above && { above })}
      description={
        collection === 'events'
          ? daysAndTime(entry)
          : (entry.excerpt ?? firstSentence(texts?.[0]?.text ?? ''))
      }
      letterhead={
        // A file that is printed alone has a letterhead of its own.
        hasText && (
          <Letterhead
            // The same copy as the banner's, which is already loaded when printing begins.
            crest={<Crest className="letterhead__crest" />}
            memo={entry.fields?.memo}
            address={siteUrl && (siteUrl + path).replace(/^https?:\/\//, '')}
            date={entry.updatedAt ?? entry.date}
          />
        )
      }
      kicker={<KindFacts collection={collection} entry={entry} />}
      meta={
        <div className="listenable">
          <EntryFacts entry={entry} />
          {hasWords(contents) && <Listen key={entry._id} />}
        </div>
      }
      {...(collection === 'events' && entry.startsOn && { event: eventOf(entry, entry.startsOn) })}
      {...(isAnnounced(collection) && { article: articleOf(entry) })}
      {...(hasCard(collection) && { card: shareCardPath(collection, entry._id) })}
    >
      <article
        className={isPrintable && !hasText ? 'entry entry--sheets' : 'entry'}
        aria-label={entry.title}
        {...(texts && textsOf(id))}
      >
        <DocumentViewer
          contents={useful.length > 0 ? { ...contents, documents: [] } : contents}
          foot={(isFirst) => <PrintAddress path={path} isFirst={isFirst} />}
        />
        {useful.length > 0 && <UsefulFiles documents={useful} />}
        {!isOwnPage && (
          <ShareBar title={entry.title} path={path} isPrintable={isPrintable}>
            <DownloadLink documents={documents} />
          </ShareBar>
        )}
        {collection === 'notices' && <NoticeAlerts />}
        {isAnnounced(collection) && <MoreEntries collection={collection} entry={entry} />}
      </article>
    </Page>
  )
}

/** Whether the page shows a text, its own or that of a paper. */
const hasWords = ({ text, documents }: Contents) =>
  text !== '' ||
  documents.some(
    ({ sheets, texts }) => texts.length > 0 || sheets.some(({ text: read }) => read?.isAbove),
  )

/** Returns the metadata for link previews. */
function articleOf({ title, date }: Entry) {
  return { headline: title, published: date }
}

function eventOf({ title, endsOn }: Entry, startsOn: string) {
  return { name: title, startsOn, endsOn: endsOn ?? startsOn }
}

/** Returns «২৫–২৮ নভেম্বর, সকাল ৯টা, বিজ্ঞানাগার», before the beginning of the text. */
function daysAndTime({ startsOn, endsOn, time, excerpt }: Entry): string {
  const days = startsOn && formatDays(startsOn, endsOn)
  const when = [days, time].filter(Boolean).join(', ')
  return [when, excerpt].filter(Boolean).join('। ')
}

/** Other notices that the end of a notice of a class lists. */
const MORE_NOTICES = 5

/** The newest notices that concern a class, among which there may be the shown one. */
const moreOfClass = (api: ReadApi, className: ClassName) =>
  entriesQuery(api, 'notices', { class: className, limit: MORE_NOTICES + 1 })

/** The class that an entry is for; undefined if it is for several or for all. */
const onlyClass = ({ classes: [only, ...others] = [] }: Pick<Entry, 'classes'>) =>
  others.length === 0 ? only : undefined

/** Loads what the end of an entry lists. */
export async function prefetchMore(
  client: QueryClient,
  api: ReadApi,
  { collection, id }: { collection: AnnouncedCollection; id: string },
): Promise<void> {
  const entry = await client.fetchQuery(entryQuery(api, collection, id))
  const className = collection === 'notices' && entry ? onlyClass(entry) : undefined
  await (className
    ? client.fetchQuery(moreOfClass(api, className))
    : client.fetchQuery(neighboursQuery(api, collection, id)))
}

/** At the end of an entry: the other notices of its class, or its neighbours. */
function MoreEntries({ collection, entry }: { collection: AnnouncedCollection; entry: Entry }) {
  const className = collection === 'notices' ? onlyClass(entry) : undefined
  return className ? (
    <MoreOfClass className={className} id={entry._id} />
  ) : (
    <Neighbours collection={collection} id={entry._id} />
  )
}

function MoreOfClass({ className, id }: { className: ClassName; id: string }) {
  const { data = [] } = useQuery(moreOfClass(useReadApi(), className))
  const own = data.filter(({ _id, classes }) => classes && _id !== id).slice(0, MORE_NOTICES)
  const name = t(`enum.class.${className}`)
  const all = { href: classPath(className), label: t('front.class.page', { class: name }) }
  return (
    <section>
      <SectionHead id="more" title={t('class.notices.more', { class: name })} all={all} />
      <ul className="noticelist">
        {own.map((notice) => (
          <NoticeRow key={notice._id} notice={notice} />
        ))}
      </ul>
    </section>
  )
}

/** Links to the entries published before and after this one. */
function Neighbours({ collection, id }: { collection: AnnouncedCollection; id: string }) {
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
  const { startsOn, endsOn, time } = entry
  return (
    <p className="meta">
      {startsOn && (
        <span>
          <b>{formatDays(startsOn, endsOn)}</b>
        </span>
      )}
      {time && <span>{time}</span>}
      <span>
        {t(entry.updatedAt ? 'site.lastUpdate.stamp' : 'entry.published')}:{' '}
        <DateText moment={entry.updatedAt ?? entry.date} />
      </span>
    </p>
  )
}

/** The files of an own page, by their names, with the text of those that have one. */
function UsefulFiles({ documents }: Pick<Contents, 'documents'>) {
  return (
    <section className="card" aria-labelledby={FILES_ID}>
      <SectionHead id={FILES_ID} title={t('entry.files.useful')}>
        <span className="muted">
          {t('public.glance.unit.count', { n: formatNumber(documents.length) })}
        </span>
      </SectionHead>
      <ul className="filelist">
        {documents.map(({ file, href, sheets, texts }) => (
          <li key={file.filePath}>
            <span className="filemark" aria-hidden="true">
              {fileLabel(file)}
            </span>
            <div>
              <NewTabLink className="noticelist__title" href={href}>
                {file.fileName.replace(/\.[^.]+$/, '')}
              </NewTabLink>
              <p className="meta">
                <FileLabel entry={file} />
                <span>{fileSize(file)}</span>
              </p>
              <FileText sheets={sheets} texts={texts} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The text of all pages of a file. */
function FileText(document: Pick<Contents['documents'][number], 'sheets' | 'texts'>) {
  const texts = [...document.texts, ...document.sheets.flatMap(({ text }) => text ?? [])]
  const [first] = texts
  return first && <PageTextDetails texts={texts.map(({ found }) => found)} place={first.place} />
}

/** Opens the file below the text; several files have a link each. */
function DownloadLink({ documents }: Pick<Contents, 'documents'>) {
  const [first] = documents
  if (!first) return null
  if (documents.length > 1) {
    return (
      <a className="btn" href={`#${FILES_ID}`}>
        <Icon name="download" /> {t('entry.downloads', { n: formatNumber(documents.length) })}
      </a>
    )
  }
  return (
    <NewTabLink className="btn" href={first.href}>
      <Icon name="download" /> {t('list.col.download')}
    </NewTabLink>
  )
}
