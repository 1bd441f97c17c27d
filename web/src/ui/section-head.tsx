import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface SectionHeadProps {
  /** Id of the heading, for `aria-labelledby`. */
  id: string
  title: string
  /** Link to the whole list. */
  all?: { href: string; label: string }
  children?: ReactNode
}

/** A section's heading, with a link to the whole list. */
export function SectionHead({ id, title, all, children }: SectionHeadProps) {
  return (
    <div className="section-head">
      <h2 id={id}>{title}</h2>
      {all && (
        <a className="more" href={all.href}>
          {all.label} <Icon name="right" />
        </a>
      )}
      {children}
    </div>
  )
}
