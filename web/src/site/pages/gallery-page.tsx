import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { useReadApi } from '../../ui/read-api.ts'
import { SectionHead } from '../../ui/section-head.tsx'
import { siteText as t } from '../../ui/site-text.ts'
import { EmptyBox, ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { Page } from '../page-body.tsx'
import { PhotoGrid, VideoGrid } from './photo-grid.tsx'

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

/** The gallery of the golden jubilee. */
export function JubileeGalleryPage() {
  return (
    <Page title={t('public.jubilee.title')}>
      <GalleryEntries collection="gallery">
        {(photos) =>
          photos.length > 0 ? (
            <PhotoGrid photos={photos} />
          ) : (
            <div className="card">
              <EmptyBox id="public.gallery.empty.photos" />
            </div>
          )
        }
      </GalleryEntries>
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
  const photos = entries.filter((entry) => entry.filePath)
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
          <PhotoGrid photos={photos} />
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

function Count({ of: { length } }: { of: readonly unknown[] }) {
  if (length === 0) return null
  return <span className="muted">{t('public.glance.unit.count', { n: formatNumber(length) })}</span>
}
