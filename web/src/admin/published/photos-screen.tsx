import type { Entry } from '@bidyaloy/shared/collections/entry'
import { collections } from '@bidyaloy/shared/collections/registry'
import { videoThumbnailUrl, videoWatchUrl } from '@bidyaloy/shared/collections/video'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { entriesQuery, entryStatsQuery } from '../../collections/entry-queries.ts'
import { Photo } from '../../collections/photo.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { siteText } from '../../ui/site-text.ts'
import { ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { adminText } from '../admin-text.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { ListPager } from '../entries/list-pager.tsx'
import { PAGE_SIZE, pageCount, readPlace, writePlace } from '../entries/list-place.ts'
import { ListSearch } from '../entries/list-search.tsx'
import { ScreenHead } from '../layout/screen-head.tsx'
import { PublishedSection } from './published-section.tsx'

export const photoCollections = ['gallery', 'main-gallery'] as const
export type PhotoCollection = (typeof photoCollections)[number]

const texts = {
  gallery: { title: 'public.jubilee.title', list: 'admin.published.photos' },
  'main-gallery': { title: 'public.gallery.title', list: 'admin.published.photosVideos' },
} as const

/** The pictures (and videos) of a gallery, found by their titles. */
export function PhotosScreen({ collection }: { collection: PhotoCollection }) {
  const api = useAdminApi()
  const [search, setSearch] = useSearchParams()
  const { q, page } = readPlace(search)
  const list = useQuery({
    ...entriesQuery(api, collection, {
      ...(q && { q }),
      limit: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
    }),
    placeholderData: keepPreviousData,
  })
  const stats = useQuery(entryStatsQuery(api, collection, q))
  const { title, list: listTitle } = texts[collection]
  return (
    <>
      <ScreenHead title={siteText(title)} />
      <PublishedSection title={listTitle} page={collections[collection].page}>
        <ListSearch q={q} onSearch={(words) => setSearch(writePlace({ q: words, page: 1 }))} />
        {list.data && list.data.length > 0 ? (
          <ul className="photos">
            {list.data.map((entry) => (
              <Tile key={entry._id} entry={entry} />
            ))}
          </ul>
        ) : (
          <div className="card">
            {list.data ? (
              <p className="state" role="status">
                {q
                  ? adminText('admin.gallery.search.none')
                  : siteText('public.gallery.empty.photos')}
              </p>
            ) : list.isError ? (
              <ErrorBox id="public.gallery.error" onRetry={() => list.refetch()} />
            ) : (
              <LoadingBox id="public.gallery.loading" />
            )}
          </div>
        )}
        <ListPager
          place={{ q, page }}
          pages={pageCount(stats.data?.total ?? 0)}
          onTurn={() => window.scrollTo(0, 0)}
        />
      </PublishedSection>
    </>
  )
}

function Tile({ entry }: { entry: Entry }) {
  return (
    <li className="tile">
      <div className="tile__img">
        {entry.filePath && <Photo picture={entry} sizes="(min-width: 40rem) 18rem, 90vw" />}
        {entry.videoId && (
          <>
            <img
              src={videoThumbnailUrl(entry.videoId)}
              alt=""
              loading="lazy"
              decoding="async"
              onError={({ currentTarget }) => {
                currentTarget.hidden = true
              }}
            />
            <span className="playmark">
              <Icon name="play" />
            </span>
          </>
        )}
      </div>
      <div className="tile__b">
        {entry.videoId ? (
          <NewTabLink href={videoWatchUrl(entry.videoId)}>{entry.title}</NewTabLink>
        ) : (
          <b>{entry.title}</b>
        )}
      </div>
    </li>
  )
}
