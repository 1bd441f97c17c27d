import type { CopyParams } from '@bidyaloy/shared/copy/translate'
import { type TextKey, t } from './t.ts'

/** A text, followed by the English that the specification quotes where there is one. */
export function Bilingual({ bn, en }: { bn: string; en: string | null }) {
  if (en === null) return <>{bn}</>
  return (
    <span className="bi">
      {bn}{' '}
      <span className="bi__en" lang="en">
        {en}
      </span>
    </span>
  )
}

/** The same for a text of the public site, by its key. */
export function SiteText({ id, params }: { id: TextKey; params?: CopyParams }) {
  return <Bilingual bn={t(id, params)} en={t.en(id, params)} />
}
