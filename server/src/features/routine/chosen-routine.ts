import { pages } from '@bidyaloy/shared/features/routine/paths'
import { allGroups, routinePath } from '@bidyaloy/shared/features/routine/week'

/** Returns the address of the routine that the form without script chose; null for other addresses. */
export function chosenRoutine(address: string): string | null {
  const [path, query] = address.split('?')
  if (path !== pages.routine || query === undefined) return null
  const asked = new URLSearchParams(query)
  const group = allGroups.find(
    ({ className, shift, section }) =>
      asked.get('class') === className &&
      asked.get('shift') === shift &&
      asked.get('section') === section,
  )
  return group ? routinePath(group) : null
}
