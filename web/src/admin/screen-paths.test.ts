import { screenPaths } from '@bidyaloy/shared/desktop/screen-paths'
import { matchRoutes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { adminRoutes } from './routes.tsx'

it('has a screen for every path that the desktop app links to', () => {
  const unknown = [...screenPaths].filter((path) => {
    const route = matchRoutes(adminRoutes, path)?.at(-1)?.route
    return !route || route.path === '*'
  })
  expect(unknown).toEqual([])
})
