import { useMemo } from 'react'
import { stackTables } from '../../../lib/stacked-tables.ts'
import '../../../styles/prose.css'

interface PagePreviewProps {
  /** Sanitized by the server. */
  html: string
  label: string
}

/** The page of officers and teachers as visitors see it. */
export function PagePreview({ html, label }: PagePreviewProps) {
  const stacked = useMemo(() => stackTables(html), [html])
  return (
    <div className="figures-wrap">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard */}
      <section className="pagehtml teachers__paper" tabIndex={0} aria-label={label}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server */}
        <div dangerouslySetInnerHTML={{ __html: stacked.html }} />
      </section>
    </div>
  )
}
