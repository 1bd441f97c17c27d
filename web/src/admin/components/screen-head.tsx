import type { Versioned } from '@bidyaloy/shared/school/versions'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Icon } from '../../ui/icon.tsx'
import { t } from '../t.ts'
import { versionsPath } from './screen-links.ts'

interface ScreenHeadProps {
  title: string
  /** English title quoted by the specification. */
  en?: string | null
  /** The record that the screen changes, if the site has only one of its kind. */
  versionsOf?: Versioned
  children?: ReactNode
}

/** A screen's heading, tab title and link to its former versions. */
export function ScreenHead({ title, en, versionsOf, children }: ScreenHeadProps) {
  return (
    <div className="admin__head">
      <PageTitle>{title}</PageTitle>
      <h1>
        <Bilingual bn={title} en={en ?? null} />
      </h1>
      {children && <p>{children}</p>}
      {versionsOf && (
        <Link className="admin__links" to={versionsPath(versionsOf, 'current')}>
          <Icon name="clock" /> {t('admin.versions.open')}
        </Link>
      )}
    </div>
  )
}

/** Title of the browser tab. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} | ${t('admin.sidebar.title')}`}</title>
}
