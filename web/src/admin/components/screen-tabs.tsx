import { useEffect, useRef } from 'react'
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
  const bar = useRef<HTMLElement>(null)
  const current = tabs.find(({ isCurrent }) => isCurrent)?.text
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab scrolls the bar to it
  useEffect(() => {
    const link = bar.current?.querySelector<HTMLElement>('[aria-current]')
    // Not `scrollIntoView`, which would scroll the page too.
    if (bar.current && link) bar.current.scrollLeft = link.offsetLeft - bar.current.offsetLeft - 24
  }, [current])
  return (
    <nav className="screentabs" aria-label={label} ref={bar}>
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
