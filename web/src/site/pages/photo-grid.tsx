import type { Entry } from '@bidyaloy/shared/collections/entry'
import { videoThumbnailUrl, videoWatchUrl } from '@bidyaloy/shared/collections/video'
import { Icon } from '../../ui/icon.tsx'
import { siteText as t } from '../../ui/site-text.ts'
import { photoHref } from '../photo-address.ts'
import { instead } from './lightbox.tsx'
import { PhotoFigure } from './photo-figure.tsx'

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
