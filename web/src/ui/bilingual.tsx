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
