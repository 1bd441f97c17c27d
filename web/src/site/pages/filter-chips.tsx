import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'

interface Chip {
  label: string
  href: string
  isChosen: boolean
  /** Number of results, after the label. */
  count?: number | undefined
}

/** Links that narrow a list, in a row. */
export function FilterChips({ label, chips }: { label: string; chips: readonly Chip[] }) {
  return (
    <nav aria-label={label}>
      <ul className="chips">
        {chips.map(({ label, href, isChosen, count }) => (
          <li key={href}>
            <a className="chip" href={href} aria-current={isChosen ? 'true' : undefined}>
              {count === undefined ? label : `${label} ${formatNumber(count)}`}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
