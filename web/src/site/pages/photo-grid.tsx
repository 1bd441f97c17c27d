import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { photoRequestCopy } from '@bidyaloy/shared/features/photo-requests/copy'
import type { ReactNode } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import {
  PHOTO_PARAM,
  Photo,
  PhotoColor,
  type Picture,
  photoHref,
} from '../../collections/photo.tsx'
import { PhotoRequestLink } from '../../features/photo-requests/photo-request-link.tsx'
import { instead, Lightbox, sizesOf } from './lightbox.tsx'
import '../../styles/pictures.css'

/** A photo of a grid. */
interface GridPhoto {
  /** Value of the query parameter that opens it. */
  id: string
  /** Its entry. */
  entry: { collection: CollectionName; id: string }
  picture: Picture
  /** Shown below it, or its alternative text where names are not shown. */
  name: string
  /** Below the opened photo. */
  caption: ReactNode
}

/** History state of a photo that was opened from its grid. */
const FROM_GRID = 'grid'

/** Number of photos in the first window of a phone. */
const IN_SIGHT = 4

/** Photos with their names, or close together without. */
const layouts = {
  named: {
    className: 'photos',
    sizes: '(min-width: 64rem) 20rem, (min-width: 40rem) 45vw, calc(50vw - 1.5rem)',
    first: 'first',
  },
  // Below a cover, which is loaded first.
  tight: {
    className: 'photos photos--tight',
    sizes: '(min-width: 78rem) 13rem, (min-width: 48rem) 30vw, calc(50vw - 1.25rem)',
    first: true,
  },
} as const

interface PhotoGridProps {
  photos: readonly GridPhoto[]
  layout: keyof typeof layouts
}

/** Grid of photos, with the photo of the address in the lightbox. */
export function PhotoGrid({ photos, layout }: PhotoGridProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const opened = params.get(PHOTO_PARAM)
  const at = photos.findIndex(({ id }) => id === opened)
  const { className, sizes, first } = layouts[layout]
  const isNamed = layout === 'named'
  return (
    <>
      <div className={className}>
        {photos.map(({ id, picture, name }, i) => (
          <a
            key={id}
            className="photo"
            href={photoHref(id)}
            onClick={instead(
              () => void navigate(photoHref(id), { preventScrollReset: true, state: FROM_GRID }),
            )}
          >
            <span className="photo__img">
              <PhotoColor picture={picture} />
              <Photo
                picture={picture}
                sizes={sizes}
                alt={isNamed ? '' : name}
                early={i < IN_SIGHT && first}
              />
            </span>
            {isNamed && <span className="photo__cap">{name}</span>}
          </a>
        ))}
      </div>
      <p className="muted">{photoRequestCopy['photoRequest.grid']}</p>
      {at >= 0 && (
        <Lightbox
          kind="photo"
          at={at}
          pictures={photos.map(({ id, entry, picture, name, caption }) => ({
            id,
            href: photoHref(id),
            filePath: picture.filePath,
            sizes: sizesOf(picture),
            width: picture.width,
            height: picture.height,
            alt: name,
            caption: (
              <>
                {caption}
                <PhotoRequestLink {...entry} filePath={picture.filePath} of={name} />
              </>
            ),
          }))}
          // Replaces: Back closes, however many photos were viewed.
          onTurn={(to) =>
            void navigate(photoHref(photos[to]?.id ?? ''), {
              replace: true,
              preventScrollReset: true,
              state,
            })
          }
          // Goes back if the photo was opened from its grid.
          onClose={() =>
            void (state === FROM_GRID || isLinkedFrom(pathname)
              ? navigate(-1)
              : navigate(pathname, { replace: true, preventScrollReset: true }))
          }
        />
      )}
    </>
  )
}

/** Whether the document was opened by a link of that page, before its script came. */
function isLinkedFrom(path: string): boolean {
  // Not in Firefox and older browsers; the referrer has no path.
  const { activation } = 'navigation' in window ? window.navigation : {}
  const from = activation?.navigationType === 'push' && activation.from?.url
  if (!from) return false
  const { pathname, searchParams } = new URL(from)
  return pathname === path && !searchParams.has(PHOTO_PARAM)
}
