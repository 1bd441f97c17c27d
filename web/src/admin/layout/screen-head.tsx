import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'

/** Heading of a screen, and the tab's name. */
export function ScreenHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="admin__head">
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      {children && <p>{children}</p>}
    </div>
  )
}
