import type { Versioned } from '@bidyaloy/shared/school/versions'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Icon } from '../../ui/icon.tsx'
import { t } from '../t.ts'
import { helpOfScreen, versionsPath } from './screen-links.ts'

interface ScreenHeadProps {
  title: string
  /** English title quoted by the specification. */
  en?: string | null
  /** The record that the screen changes, if the site has only one of its kind. */
  versionsOf?: Versioned
  children?: ReactNode
}

/** A screen's heading, tab title and links to its former versions and its topic of the guide. */
export function ScreenHead({ title, en, versionsOf, children }: ScreenHeadProps) {
  const help = helpOfScreen(useLocation().pathname)
  return (
    <div className="admin__head">
      <PageTitle>{title}</PageTitle>
      <h1>
        <Bilingual bn={title} en={en ?? null} />
      </h1>
      {children && <p>{children}</p>}
      {(versionsOf || help) && (
        <div className="admin__links">
          {versionsOf && (
            <Link to={versionsPath(versionsOf, 'current')}>
              <Icon name="clock" /> {t('admin.versions.open')}
            </Link>
          )}
          {help && (
            <Link to={help}>
              <Icon name="help" /> {t('admin.help.screen')}
            </Link>
          )}
        </div>
      )}
    </div>
  )
}

/** Title of the browser tab. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} | ${t('admin.sidebar.title')}`}</title>
}
