import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { videoThumbnailUrl, videoWatchUrl } from '@bidyaloy/shared/collections/video'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import rosette from '../../art/rosette.svg'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { PHOTO_PARAM, PhotoFigure, photoHref, photosOf } from '../../collections/photo.tsx'
import { useJubilee } from '../../school/use-school.ts'
import { DateText } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { SectionHead } from '../../ui/section-head.tsx'
import { EmptyBox, ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { t } from '../../ui/t.ts'
import { Page } from '../page.tsx'
import { instead, Lightbox, sizesOf } from './lightbox.tsx'

/** The main gallery: photos, then videos. */
export function GalleryPage() {
  return (
    <Page title={t('public.gallery.title')}>
      <GalleryEntries collection="main-gallery">
        {(entries) => <MainGallery {...{ entries }} />}
      </GalleryEntries>
    </Page>
  )
}

/** The gallery of the golden jubilee, or of the festivity that staff set. */
export function JubileeGalleryPage() {
  const { isShown, number, text, ownTitle } = useJubilee()
  return (
    <Page title={ownTitle ? `${ownTitle} ${t('public.gallery.title')}` : t('public.jubilee.title')}>
      <div className="stack stack--6 golden">
        {isShown && (number || text) && (
          <div className="jubilee jubilee--head">
            <svg className="jubilee__art" viewBox="0 0 400 400" aria-hidden="true">
              <use href={`${rosette}#r`} />
            </svg>
            {number && (
              <p className="jubilee__num" aria-hidden="true">
                {number}
              </p>
            )}
            {text && <p>{text}</p>}
          </div>
        )}
        <GalleryEntries collection="gallery">
          {(photos) =>
            photos.length > 0 ? (
              <Photos photos={photos} />
            ) : (
              <div className="card">
                <EmptyBox id="public.gallery.empty.photos" />
              </div>
            )
          }
        </GalleryEntries>
      </div>
    </Page>
  )
}

interface GalleryEntriesProps {
  collection: 'gallery' | 'main-gallery'
  children: (entries: readonly Entry[]) => ReactNode
}

function GalleryEntries({ collection, children }: GalleryEntriesProps) {
  const { data, isError, refetch } = useQuery(entriesQuery(useReadApi(), collection))
  if (data) return children(data)
  return (
    <div className="card">
      {isError ? (
        <ErrorBox id="public.gallery.error" onRetry={() => refetch()} />
      ) : (
        <LoadingBox id="public.gallery.loading" />
      )}
    </div>
  )
}

function MainGallery({ entries }: { entries: readonly Entry[] }) {
  const photos = photosOf(entries)
  const videos = entries.flatMap((entry) =>
    entry.videoId ? [{ ...entry, videoId: entry.videoId }] : [],
  )
  return (
    <div className="stack stack--7">
      <section className="stack stack--4" aria-labelledby="photos">
        <SectionHead id="photos" title={t('public.gallery.photos')}>
          <Count of={photos} />
        </SectionHead>
        {photos.length > 0 ? (
          <Photos photos={photos} />
        ) : (
          <EmptyBox id="public.gallery.empty.photos" />
        )}
      </section>
      <section className="stack stack--4" aria-labelledby="videos">
        <SectionHead id="videos" title={t('public.gallery.videos')}>
          <Count of={videos} />
        </SectionHead>
        {videos.length > 0 ? (
          <VideoGrid videos={videos} />
        ) : (
          <EmptyBox id="public.gallery.empty.videos" />
        )}
      </section>
    </div>
  )
}

/** What the history says of a photo that was opened from its grid. */
const FROM_GRID = 'grid'

/** The grid, and over it the photo that the address names. */
function Photos({ photos }: { photos: readonly Entry[] }) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const id = params.get(PHOTO_PARAM)
  const at = photos.findIndex(({ _id }) => _id === id)
  return (
    <>
      <PhotoGrid
        photos={photos}
        onOpen={(of) =>
          void navigate(photoHref(of), { preventScrollReset: true, state: FROM_GRID })
        }
      />
      {at >= 0 && (
        <Lightbox
          of="photo"
          at={at}
          pictures={photos.map((photo) => ({
            id: photo._id,
            href: photoHref(photo._id),
            filePath: photo.filePath,
            sizes: sizesOf(photo),
            width: photo.width,
            height: photo.height,
            alt: photo.title,
            caption: (
              <>
                <b>{photo.title}</b>
                <DateText moment={photo.date} />
              </>
            ),
          }))}
          // It replaces: Back closes, however many photos were looked at.
          onTurn={(to) =>
            void navigate(photoHref(photos[to]?._id ?? ''), {
              replace: true,
              preventScrollReset: true,
              state,
            })
          }
          // Closing is going back where the photo was opened from its grid.
          onClose={() =>
            void (state === FROM_GRID
              ? navigate(-1)
              : navigate(pathname, { replace: true, preventScrollReset: true }))
          }
        />
      )}
    </>
  )
}

function Count({ of: { length } }: { of: readonly unknown[] }) {
  if (length === 0) return null
  return <span className="muted">{t('public.glance.unit.count', { n: formatNumber(length) })}</span>
}

/** So many photos are in sight on a phone as soon as the page is. */
const IN_SIGHT = 4
const GRID_SIZES = '(min-width: 64rem) 20rem, (min-width: 37.5rem) 45vw, calc(50vw - 1.5rem)'

interface PhotoGridProps {
  photos: readonly Entry[]
  onOpen: (id: string) => void
}

/** Photos with their titles; each opens at its own address below the page. */
export function PhotoGrid({ photos, onOpen }: PhotoGridProps) {
  return (
    <div className="photos">
      {photos.map((photo, i) => (
        <a
          key={photo._id}
          className="photo"
          href={photoHref(photo._id)}
          onClick={instead(() => onOpen(photo._id))}
        >
          <PhotoFigure photo={photo} sizes={GRID_SIZES} early={i < IN_SIGHT && 'first'} />
        </a>
      ))}
    </div>
  )
}

/** Videos by their picture; each is watched on its own service, in a tab of its own. */
export function VideoGrid({ videos }: { videos: readonly (Entry & { videoId: string })[] }) {
  return (
    <div className="photos">
      {videos.map(({ _id, title, videoId }) => (
        <a
          key={_id}
          className="photo"
          href={videoWatchUrl(videoId)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <span className="photo__img">
            <img
              src={videoThumbnailUrl(videoId)}
              width="320"
              height="180"
              alt=""
              loading="lazy"
              decoding="async"
              referrerPolicy="no-referrer"
            />
            <span className="playmark">
              <Icon name="play" />
            </span>
          </span>
          <span className="photo__cap">{title}</span>
          <span className="photo__sub">
            {t('public.gallery.video.where')}
            <span className="vh"> ({t('a11y.newTab')})</span>
          </span>
        </a>
      ))}
    </div>
  )
}
