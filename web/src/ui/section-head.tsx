import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface SectionHeadProps {
  /** Of the heading, for `aria-labelledby`. */
  id: string
  title: string
  /** The page that shows all of it. */
  all?: { href: string; label: string }
  children?: ReactNode
}

/** A heading on the stitched rule, with a way to the whole list. */
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
