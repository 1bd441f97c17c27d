import type { Entry, PictureSize } from '@bidyaloy/shared/collections/entry'

/** Sizes of a picture as a browser chooses among them; undefined where there is no choice. */
export function srcSetOf(sizes: readonly PictureSize[]): string | undefined {
  return sizes.map(({ filePath, width }) => `/${filePath} ${width}w`).join(', ') || undefined
}

interface PhotoProps {
  entry: Entry
  sizes: string
  /** What it shows, where no text beside it says so. */
  alt?: string
  /** Loaded at once: it is what the page is for. */
  eager?: boolean
}

/** The picture of an entry: the smallest copy that is sharp enough, in its own place. */
export function Photo({ entry, sizes, alt = '', eager = false }: PhotoProps) {
  const srcSet = srcSetOf(entry.sizes ?? [])
  return (
    <img
      src={`/${entry.sizes?.[0]?.filePath ?? entry.filePath}`}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      width={entry.width}
      height={entry.height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
