import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icon.tsx'
import { HOME_PATH } from '../api/return-path.ts'
import { focusOnMount } from '../components/focus.ts'
import { withCopy } from '../t.ts'

const t = withCopy(sheetCopy)

interface ImportDoneProps {
  /** Whether the import only waits in the outbox. */
  isQueued: boolean
  title: string
  /** Screen of the records, relative to the dashboard's address. */
  screen: string
  /** Label of the link to it. */
  back: string
  /** Page that shows what was imported. */
  href: string
  /** What was done. */
  children: ReactNode
}

/** The end of an import, with the ways on. */
export function ImportDone({ isQueued, title, screen, back, href, children }: ImportDoneProps) {
  return (
    <Alert tone="ok" ref={focusOnMount}>
      {isQueued ? (
        t('import.queued')
      ) : (
        <>
          <p>
            <b>{title}</b> {children}
          </p>
          <p className="row">
            <Link className="btn btn--small" to={`${HOME_PATH}/${screen}`}>
              {back}
            </Link>
            <a className="btn btn--small" href={href}>
              <Icon name="eye" /> {t('import.done.site')}
            </a>
          </p>
        </>
      )}
    </Alert>
  )
}
