import { Link, type To } from 'react-router-dom'
import './screen-tabs.css'

interface ScreenTab {
  to: To
  text: string
  /** A line below the text, such as the present value. */
  state?: string | undefined
  /** Shown after the text; not if undefined. */
  count?: string | undefined
  isCurrent: boolean
}

/** Links between the parts of a screen, each with an address of its own. */
export function ScreenTabs({ label, tabs }: { label: string; tabs: readonly ScreenTab[] }) {
  return (
    <nav className="screentabs" aria-label={label}>
      {tabs.map(({ to, text, state, count, isCurrent }) => (
        <Link key={text} to={to} aria-current={isCurrent ? 'page' : undefined} preventScrollReset>
          {text}
          {count !== undefined && ` ${count}`}
          {state && <small>{state}</small>}
        </Link>
      ))}
    </nav>
  )
}
