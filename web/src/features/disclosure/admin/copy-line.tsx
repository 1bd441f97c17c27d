import { disclosureAdminCopy } from '@bidyaloy/shared/features/disclosure/admin-copy'
import { pages } from '@bidyaloy/shared/features/disclosure/paths'
import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { overviewQuery } from '../../../admin/components/overview-query.ts'
import { withCopy } from '../../../admin/t.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useToasts } from '../../../ui/toast.tsx'

const t = withCopy(disclosureAdminCopy)

/** The line that the school reports to the directorate, and the sheet to sign. */
export function CopyLine() {
  const id = useId()
  const toasts = useToasts()
  const { data: overview } = useQuery(overviewQuery(useAdminApi()))
  const [today] = useState(() => formatDate(new Date()))
  const host = (overview?.siteUrl ?? location.origin).replace(/^https?:\/\//, '')
  const line = `${host}${pages.disclosure} · ${today}`
  const copy = () => {
    if (copyText(line)) toasts.show({ tone: 'ok', text: t('admin.disclosure.copied') })
  }
  return (
    <section className="card stack stack--3" aria-labelledby={id}>
      <h2 id={id}>{t('admin.disclosure.emis')}</h2>
      <p className="dutyline">{line}</p>
      <div className="row">
        <Button small icon="link" onClick={copy}>
          {t('admin.disclosure.copy')}
        </Button>
        <a
          className="btn btn--small btn--quiet"
          href={pages.disclosure}
          target="_blank"
          rel="noopener"
        >
          <Icon name="print" /> {t('admin.disclosure.print')}
        </a>
      </div>
    </section>
  )
}
