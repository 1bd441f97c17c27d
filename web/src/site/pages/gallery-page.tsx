import type { Entry } from '@bidyaloy/shared/collections/entry'
import { videoWatchUrl } from '@bidyaloy/shared/collections/video'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { Photo, PhotoColor, photosOf } from '../../collections/photo.tsx'
import { useJubilee } from '../../school/use-school.ts'
import { DateText } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { EmptyBox } from '../../ui/state-box.tsx'
import { Page } from '../page.tsx'
import { galleryTexts, JubileeNumber } from './gallery-parts.tsx'
import { PhotoGrid } from './photo-grid.tsx'
import { t } from './t.ts'
import '../../styles/pictures.css'

/** The main gallery: photos, then videos. */
export function GalleryPage() {
  const query = useQuery(entriesQuery(useReadApi(), 'main-gallery'))
  return (
    <Page title={t('public.gallery.title')}>
      <QueryState query={query} texts={galleryTexts} isEmpty={() => false}>
        {(entries) => <MainGallery entries={entries} />}
      </QueryState>
    </Page>
  )
}

/** The gallery of the golden jubilee, or of the celebration that staff set. */
export function JubileeGalleryPage() {
  const { isShown, number, text, ownTitle } = useJubilee()
  const query = useQuery(entriesQuery(useReadApi(), 'gallery'))
  return (
    <Page title={ownTitle ? `${ownTitle} ${t('public.gallery.title')}` : t('public.jubilee.title')}>
      <div className="stack stack--6 golden">
        {isShown && (number || text) && (
          <div className="jubilee jubilee--head">
            <JubileeNumber number={number} />
            {text && <p>{text}</p>}
          </div>
        )}
        <QueryState query={query} texts={galleryTexts}>
          {(photos) => <Photos collection="gallery" photos={photos} />}
        </QueryState>
      </div>
    </Page>
  )
}

function MainGallery({ entries }: { entries: readonly Entry[] }) {
  const photos = photosOf(entries)
  const videos = entries.flatMap((entry) =>
    entry.videoId ? [{ ...entry, videoId: entry.videoId }] : [],
  )
  return (
    <div className="stack stack--7">
      <GallerySection id="photos" count={photos.length}>
        <Photos collection="main-gallery" photos={photos} />
      </GallerySection>
      <GallerySection id="videos" count={videos.length}>
        <p className="muted">{t('public.gallery.video.note')}</p>
        <VideoGrid videos={videos} />
      </GallerySection>
    </div>
  )
}

interface GallerySectionProps {
  id: 'photos' | 'videos'
  count: number
  children: ReactNode
}

function GallerySection({ id, count, children }: GallerySectionProps) {
  return (
    <section className="stack stack--4" aria-labelledby={id}>
      <SectionHead id={id} title={t(`public.gallery.${id}`)}>
        {count > 0 && (
          <span className="muted">{t('public.glance.unit.count', { n: formatNumber(count) })}</span>
        )}
      </SectionHead>
      {count > 0 ? children : <EmptyBox {...t.pair(`public.gallery.empty.${id}`)} />}
    </section>
  )
}

/** The photos of a gallery, named by their titles. */
function Photos({
  collection,
  photos,
}: {
  collection: 'gallery' | 'main-gallery'
  photos: readonly Entry[]
}) {
  return (
    <PhotoGrid
      layout="named"
      photos={photos.map((photo) => ({
        id: photo._id,
        entry: { collection, id: photo._id },
        picture: photo,
        name: photo.title,
        caption: (
          <>
            <b>{photo.title}</b>
            <DateText moment={photo.date} />
          </>
        ),
      }))}
    />
  )
}

/** As photos with names have. */
const VIDEO_SIZES = '(min-width: 64rem) 20rem, (min-width: 40rem) 45vw, calc(50vw - 1.5rem)'

/** Videos with the previews that this site has; each links to the video service in a new tab. */
function VideoGrid({ videos }: { videos: readonly (Entry & { videoId: string })[] }) {
  return (
    <div className="photos">
      {videos.map(({ _id, title, videoId, videoPicture }) => (
        <a
          key={_id}
          className="photo"
          href={videoWatchUrl(videoId)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <span className="photo__img photo__img--video">
            {videoPicture && (
              <>
                <PhotoColor picture={videoPicture} />
                <Photo picture={videoPicture} sizes={VIDEO_SIZES} />
              </>
            )}
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
