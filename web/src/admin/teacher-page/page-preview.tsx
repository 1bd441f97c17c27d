import { useMemo } from 'react'
import { stackTables } from '../../school/stacked-tables.ts'
import '../../styles/prose.css'

interface PagePreviewProps {
  /** As the server hands it out: harmless. */
  html: string
  label: string
}

/** The page of officers and teachers as visitors see it. */
export function PagePreview({ html, label }: PagePreviewProps) {
  const stacked = useMemo(() => stackTables(html), [html])
  return (
    <div className="figures-wrap">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by key */}
      <section className="pagehtml teachers__paper" tabIndex={0} aria-label={label}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server hands it out harmless only */}
        <div dangerouslySetInnerHTML={{ __html: stacked.html }} />
      </section>
    </div>
  )
}
