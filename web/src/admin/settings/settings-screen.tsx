import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { settingsQuery } from '../../school/use-school.ts'
import { useAdminApi } from '../api/admin-api.ts'
import { QueryState } from '../components/query-state.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { SettingsForm } from './settings-form.tsx'
import './settings.css'
import { settingsCopy } from '@bidyaloy/shared/copy/settings-copy'
import { withCopy } from '../t.ts'

const t = withCopy(settingsCopy)

/** What is seen on every page of the site: who the school is, its pictures, its links. */
export function SettingsScreen() {
  const query = useQuery(settingsQuery(useAdminApi()))
  const { hash } = useLocation()
  const isThere = query.data !== undefined
  useEffect(() => {
    if (!isThere || !hash) return
    // The sections come with the settings, after the browser has looked for them.
    const section = document.getElementById(hash.slice(1))
    section?.scrollIntoView()
    section?.focus({ preventScroll: true })
  }, [isThere, hash])
  return (
    <>
      <ScreenHead title={t('settings.title')} en={t.en('settings.title')}>
        {t('settings.lead')}
      </ScreenHead>
      <QueryState
        query={query}
        texts={{
          loading: t('settings.loading'),
          error: t('settings.error'),
          empty: '',
        }}
        isEmpty={() => false}
      >
        {(settings) => <SettingsForm saved={settings} />}
      </QueryState>
    </>
  )
}
