import type { ComponentType } from 'react'
import type { AdminFeature } from '../feature.ts'

interface SheetScreens {
  /** Address of the list, relative to that of the dashboard; the import is below it. */
  screen: string
  list: () => Promise<ComponentType>
  import: () => Promise<ComponentType>
}

/** Returns the screens of records that are brought from a sheet. */
export function sheetScreens({
  screen,
  list,
  import: load,
}: SheetScreens): AdminFeature['screens'] {
  return [
    { path: screen, load: list },
    { path: `${screen}/import`, load },
  ]
}
