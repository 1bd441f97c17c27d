import { programScreens, screenPaths } from '@bidyaloy/shared/desktop/screen-paths'
import { matchRoutes } from 'react-router'
import { expect, it } from 'vitest'
import { adminRoutes } from './routes.tsx'

/** The desktop program's own screens are routes only there. */
const ownScreens: string[] = [programScreens.connect]

it('leads links and menus of the desktop program to screens that are there', () => {
  const unknown = [...screenPaths].filter((path) => {
    const route = matchRoutes(adminRoutes, path)?.at(-1)?.route
    return !route || route.path === '*'
  })
  expect(unknown.filter((path) => !ownScreens.includes(path))).toEqual([])
})
