import { createDraftStore } from './draft-store.ts'

/** Drafts of this browser. */
export const drafts = createDraftStore(() => localStorage)
