import type { Entry, PictureSize } from '@bidyaloy/shared/collections/entry'
import type { Location } from 'react-router-dom'

/** A stored picture: its file, its smaller copies, its shape and its main colour. */
type Picture = Pick<Entry, 'filePath' | 'sizes' | 'width' | 'height' | 'color'>

/** Sizes of a picture as a browser chooses among them; undefined where there is no choice. */
export function srcSetOf(sizes: readonly PictureSize[]): string | undefined {
  return sizes.map(({ filePath, width }) => `/${filePath} ${width}w`).join(', ') || undefined
}

interface PhotoProps {
  picture: Picture
  sizes: string
  /** What it shows, where no text beside it says so. */
  alt?: string
  /** Loaded at once, and as the first where it is what the page is for; else when it comes near. */
  early?: boolean | 'first'
  className?: string
}

/** A stored picture: the smallest copy that is sharp enough, in its own place. */
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

/** A picture's own colour, in the place where it will stand. */
export function PhotoColor({ picture: { color } }: { picture: Picture }) {
  if (!color) return null
  return (
    // An attribute of a drawing: the policy of the pages allows no inline style.
    <svg className="photo__color" aria-hidden="true">
      <rect width="100%" height="100%" fill={color} />
    </svg>
  )
}

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

/** The part of a gallery's address that opens one photo. */
export const PHOTO_PARAM = 'photo'

/** The entries of a gallery that are photos. */
export function photosOf(entries: readonly Entry[]): Entry[] {
  return entries.filter(({ filePath }) => filePath)
}

/** The address of a gallery with one photo open, below the page itself. */
export function photoHref(id: string): string {
  return `?${PHOTO_PARAM}=${encodeURIComponent(id)}`
}

/** What the history says of a paper's page that lies open; its address stays that of the notice. */
export interface OpenPage {
  /** Counted from 0. */
  openPage: number
}

/** The page of the paper that lies open, counted from 0; undefined where none does. */
export function openPageOf(state: unknown): number | undefined {
  if (typeof state !== 'object' || state === null || !('openPage' in state)) return undefined
  return typeof state.openPage === 'number' ? state.openPage : undefined
}

/** Names the picture that lies open over a page: a photo or a page of a paper; empty where none does. */
export function openPicture({ search, state }: Pick<Location, 'search' | 'state'>): string {
  return new URLSearchParams(search).get(PHOTO_PARAM) ?? openPageOf(state)?.toString() ?? ''
}
