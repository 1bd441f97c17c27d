import { createDraftStore } from './draft-store.ts'

let shelf = ''

/** Drafts of this browser. */
export const drafts = createDraftStore(
  () => localStorage,
  () => shelf,
)

/** The desktop program works on several sites: what was typed for one is not offered to another. */
export function keepDraftsFor(profileId: string | null): void {
  shelf = profileId === null ? '' : `${profileId}:`
}
