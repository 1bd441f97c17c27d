import type { Entry } from '@bidyaloy/shared/collections/entry'
import { Photo, PhotoColor } from '../../collections/photo.tsx'

/** A photo over its title; its own main colour holds the place until it comes. */
export function PhotoFigure(props: { photo: Entry; sizes: string; early?: boolean | 'first' }) {
  const { photo, sizes, early = false } = props
  return (
    <>
      <span className="photo__img">
        <PhotoColor picture={photo} />
        <Photo picture={photo} sizes={sizes} early={early} />
      </span>
      <span className="photo__cap">{photo.title}</span>
    </>
  )
}
