import type { Entry } from '@bidyaloy/shared/collections/entry'

/** The picture of an entry in a grid: the smallest copy that is sharp enough, in its own place. */
export function Photo({ entry, sizes }: { entry: Entry; sizes: string }) {
  const copies = entry.sizes ?? []
  const smallest = copies[0]
  return (
    <img
      src={`/${smallest?.filePath ?? entry.filePath}`}
      srcSet={
        copies.length > 0
          ? copies.map(({ filePath, width }) => `/${filePath} ${width}w`).join(', ')
          : undefined
      }
      sizes={copies.length > 0 ? sizes : undefined}
      width={entry.width}
      height={entry.height}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}
