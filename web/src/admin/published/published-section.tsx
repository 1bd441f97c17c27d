import { type ReactNode, useId } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { type AdminTextKey, adminText } from '../admin-text.tsx'

interface PublishedSectionProps {
  title: AdminTextKey
  /** The public page that shows the same. */
  page: string
  children: ReactNode
}

/** What visitors see now, with the way to the page where they see it. */
export function PublishedSection({ title, page, children }: PublishedSectionProps) {
  const id = useId()
  return (
    <section className="stack" aria-labelledby={id}>
      <div className="row row--between">
        <h2 id={id}>{adminText(title)}</h2>
        <a className="btn btn--small" href={page}>
          <Icon name="eye" /> {adminText('admin.published.onSite')}
        </a>
      </div>
      {children}
    </section>
  )
}
