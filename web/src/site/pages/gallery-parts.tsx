import rosette from '../../art/rosette.svg'
import { t } from '../../ui/t.ts'

/** Texts of the states of a gallery. */
export const galleryTexts = {
  loading: t.pair('public.gallery.loading'),
  error: t.pair('public.gallery.error'),
  empty: t.pair('public.gallery.empty.photos'),
}

/** The number of the jubilee over its ornament. */
export function JubileeNumber({ number }: { number: string }) {
  return (
    <>
      <svg className="jubilee__art" viewBox="0 0 400 400" aria-hidden="true">
        <use href={`${rosette}#r`} />
      </svg>
      {number && (
        <p className="jubilee__num" aria-hidden="true">
          {number}
        </p>
      )}
    </>
  )
}
