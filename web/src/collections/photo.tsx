import type { Entry, PictureSize } from '@bidyaloy/shared/collections/entry'

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
