/** A text, followed, for screen readers, by the English that the specification quotes where there is one. */
export function Bilingual({ bn, en }: { bn: string; en: string | null }) {
  if (en === null) return <>{bn}</>
  return (
    <>
      {bn}{' '}
      <span className="vh" lang="en">
        {en}
      </span>
    </>
  )
}
