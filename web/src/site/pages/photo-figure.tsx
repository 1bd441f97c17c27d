import type { Entry } from '@bidyaloy/shared/collections/entry'
import { Photo } from '../../collections/photo.tsx'

/** A photo over its title; its own main colour holds the place until it comes. */
export function PhotoFigure({ photo, sizes }: { photo: Entry; sizes: string }) {
  return (
    <>
      <span className="photo__img">
        {photo.color && (
          // An attribute of a drawing: the policy of the pages allows no inline style.
          <svg className="photo__color" aria-hidden="true">
            <rect width="100%" height="100%" fill={photo.color} />
          </svg>
        )}
        <Photo entry={photo} sizes={sizes} />
      </span>
      <span className="photo__cap">{photo.title}</span>
    </>
  )
}
