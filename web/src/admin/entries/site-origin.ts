import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAdminApi } from '../api/admin-api.ts'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { overviewQuery } from '../components/overview-query.ts'

/**
 * Returns the origin under which parents know the site, or null while it is unknown. The office may
 * use another address, such as one of its own network.
 */
export function useSiteOrigin(): string | null {
  const { data } = useQuery(overviewQuery(useAdminApi()))
  const [origin, setOrigin] = useState(inDesktopApp() ? null : location.origin)
  useEffect(() => {
    if (!inDesktopApp()) return
    void import('../desktop-state/desktop-api.ts')
      .then(({ readState }) => readState())
      .then(({ profiles, current }) => {
        const profile = profiles.find(({ id }) => id === current)
        setOrigin(profile ? new URL(profile.address).origin : null)
      })
      .catch(() => null)
  }, [])
  return data?.siteUrl ?? origin
}
