import { collections } from './collections/registry.ts'
import { featurePages } from './feature-paths.ts'
import { pagePaths } from './site-addresses.ts'

/** Paths of all public pages but those of single entries. */
export function publicPages(): string[] {
  const lists = Object.values(collections).map(({ page }) => page)
  return [...new Set([...Object.values(pagePaths), ...Object.values(featurePages), ...lists])]
}
