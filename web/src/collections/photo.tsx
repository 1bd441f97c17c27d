import type { Entry, PictureSize } from '@bidyaloy/shared/collections/entry'
import type { Location } from 'react-router-dom'

/** A stored picture: file, smaller copies, dimensions and main colour. */
export type Picture = Pick<Entry, 'filePath' | 'sizes' | 'width' | 'height' | 'color'>

/** Returns the `srcset` of a picture; undefined without copies. */
export function srcSetOf(sizes: readonly PictureSize[]): string | undefined {
  return sizes.map(({ filePath, width }) => `/${filePath} ${width}w`).join(', ') || undefined
}

interface PhotoProps {
  picture: Picture
  sizes: string
  /** Alternative text, unless a text next to it says the same. */
  alt?: string
  /** True loads it with the page, `first` also with high priority. Default: lazily. */
  early?: boolean | 'first'
  className?: string
}

/** A stored picture, in the smallest copy that is sharp enough. */
export function Photo({ picture, sizes, alt = '', early = false, className }: PhotoProps) {
  const srcSet = srcSetOf(picture.sizes ?? [])
  return (
    <img
      className={className}
      src={`/${picture.sizes?.[0]?.filePath ?? picture.filePath}`}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      width={picture.width}
      height={picture.height}
      alt={alt}
      loading={early ? 'eager' : 'lazy'}
      fetchPriority={early === 'first' ? 'high' : undefined}
      decoding="async"
    />
  )
}

/** A picture's main colour, in its place until it loads. */
export function PhotoColor({ picture: { color } }: { picture: Picture }) {
  if (!color) return null
  return (
    // An SVG attribute: the content security policy allows no inline style.
    <svg className="photo__color" aria-hidden="true">
      <rect width="100%" height="100%" fill={color} />
    </svg>
  )
}

/** A photo with its title below, on its main colour until it loads. */
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

/** Query parameter of a gallery that opens one photo. */
export const PHOTO_PARAM = 'photo'

/** Returns the photos among the entries of a gallery. */
export function photosOf(entries: readonly Entry[]): Entry[] {
  return entries.filter(({ filePath }) => filePath)
}

/** Returns the query string that opens one photo of a gallery. */
export function photoHref(id: string): string {
  return `?${PHOTO_PARAM}=${encodeURIComponent(id)}`
}

/** A place in a picture: shares of its width and height, from 0 to 1. */
export interface PicturePlace {
  x: number
  y: number
}

/** History state while a page of a document is open; the address stays the notice's. */
export interface OpenPage {
  /** Counted from 0. */
  openPage: number
  /** Where it was tapped. */
  place?: PicturePlace | undefined
}

/** Returns the open page of a document, counted from 0; undefined if none is open. */
export function openPageOf(state: unknown): number | undefined {
  if (typeof state !== 'object' || state === null || !('openPage' in state)) return undefined
  return typeof state.openPage === 'number' ? state.openPage : undefined
}

/** Returns where the open page of a document was tapped; undefined if it was opened otherwise. */
export function openPlaceOf(state: unknown): PicturePlace | undefined {
  if (typeof state !== 'object' || state === null || !('place' in state)) return undefined
  const { place } = state
  if (typeof place !== 'object' || place === null || !('x' in place && 'y' in place))
    return undefined
  const { x, y } = place
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined
}

/** Returns an id of the open picture: a photo or a page of a document; empty if none is open. */
export function openPicture({ search, state }: Pick<Location, 'search' | 'state'>): string {
  return new URLSearchParams(search).get(PHOTO_PARAM) ?? openPageOf(state)?.toString() ?? ''
}
