import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'

interface ScreenHeadProps {
  title: string
  /** The English that the specification quotes. */
  en?: string | null
  children?: ReactNode
}

/** Heading of a screen, and the tab's name. */
export function ScreenHead({ title, en, children }: ScreenHeadProps) {
  return (
    <div className="admin__head">
      <PageTitle>{title}</PageTitle>
      <h1>
        {title}
        {en && (
          <>
            {' '}
            <span className="en" lang="en">
              {en}
            </span>
          </>
        )}
      </h1>
      {children && <p>{children}</p>}
    </div>
  )
}
