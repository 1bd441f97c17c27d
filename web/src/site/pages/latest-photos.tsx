import { useQuery } from '@tanstack/react-query'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { useReadApi } from '../../ui/read-api.ts'
import { SectionHead } from '../../ui/section-head.tsx'
import { siteText as t } from '../../ui/site-text.ts'
import { ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { pagePaths } from '../addresses.ts'
import { photoHref, photosOf } from '../photo-address.ts'
import { PhotoFigure } from './photo-figure.tsx'

const SHOWN = 6

/** Enough of the gallery that some photos are among its videos. */
export const latestPictures = { limit: 12 } as const

/** The newest photos, on the front page; nothing at all while there are none. */
export function LatestPhotos() {
  const { data, isError, refetch } = useQuery(
    entriesQuery(useReadApi(), 'main-gallery', latestPictures),
  )
  const photos = data && photosOf(data).slice(0, SHOWN)
  if (photos?.length === 0) return null
  return (
    <section className="stack stack--4" aria-labelledby="photos">
      <SectionHead
        id="photos"
        title={t('public.home.photos.title')}
        all={{ href: pagePaths.gallery, label: t('public.home.photos.all') }}
      />
      {photos ? (
        // biome-ignore lint/a11y/useSemanticElements: a strip of pictures is no field set
        // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the keyboard must be able to scroll it
        <div className="strip-photos" tabIndex={0} role="group" aria-labelledby="photos">
          {photos.map((photo) => (
            <a key={photo._id} className="photo" href={pagePaths.gallery + photoHref(photo._id)}>
              <PhotoFigure photo={photo} sizes="(min-width: 64rem) 18rem, 14rem" />
            </a>
          ))}
        </div>
      ) : isError ? (
        <ErrorBox id="public.gallery.error" onRetry={() => refetch()} />
      ) : (
        <LoadingBox id="public.gallery.loading" />
      )}
    </section>
  )
}
