import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { settingsQuery } from '../../school/school-queries.ts'
import { useAdminApi } from '../api/admin-api.ts'
import { QueryState } from '../components/query-state.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { SettingsForm } from './settings-form.tsx'
import { settingsText } from './settings-text.tsx'
import './settings.css'

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
      <ScreenHead title={settingsText('settings.title')} en={settingsText.en('settings.title')}>
        {settingsText('settings.lead')}
      </ScreenHead>
      <QueryState
        query={query}
        texts={{
          loading: settingsText('settings.loading'),
          error: settingsText('settings.error'),
          empty: '',
        }}
        isEmpty={() => false}
      >
        {(settings) => <SettingsForm saved={settings} />}
      </QueryState>
    </>
  )
}
