import { screenPaths } from '@bidyaloy/shared/desktop/screen-paths'
import { matchRoutes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { adminRoutes } from './routes.tsx'

it('leads links and menus of the desktop program to screens that are there', () => {
  const unknown = [...screenPaths].filter((path) => {
    const route = matchRoutes(adminRoutes, path)?.at(-1)?.route
    return !route || route.path === '*'
  })
  expect(unknown).toEqual([])
})
