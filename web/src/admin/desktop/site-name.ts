import type { Profile } from '@bidyaloy/shared/desktop/desktop-api'

/** What the school calls itself; where it has not said, its address. */
export function siteName({ name, address }: Profile): string {
  return name || new URL(address).host
}
