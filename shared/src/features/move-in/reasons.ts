/* Why something of an older site cannot be brought. Texts: `moveIn.reason.<reason>` and `moveIn.next.<reason>` of the copy. */

/** What a person can do about a refused item: give the missing file, or let it be; `none`: nothing is wrong. */
type Remedy = 'file' | 'dismiss' | 'none'

/** Reasons, each with what can be done, and the English of the command line. */
export const reasons = {
  gone: { remedy: 'file', en: 'the old site does not have it any more (404)' },
  forbidden: { remedy: 'file', en: 'the old site shows it only when signed in (401, 403)' },
  unreachable: { remedy: 'file', en: 'the old site did not answer' },
  'too-slow': { remedy: 'file', en: 'the old site took too long' },
  'too-large': { remedy: 'file', en: 'the file is too large' },
  'wrong-type': { remedy: 'dismiss', en: 'files of this type are not taken' },
  damaged: { remedy: 'file', en: 'the file is damaged' },
  empty: { remedy: 'file', en: 'it has neither a file nor a text' },
  'no-title': { remedy: 'dismiss', en: 'it has no title' },
  'no-day': { remedy: 'dismiss', en: 'it has no date' },
  'not-allowed': { remedy: 'file', en: 'robots.txt of the old site forbids it' },
  'other-host': { remedy: 'file', en: 'it is on another site' },
  'private-address': { remedy: 'dismiss', en: 'its address is inside a private network' },
  'unsafe-zip': {
    remedy: 'dismiss',
    en: 'the zip is unsafe: too many or too large files, or paths outside it',
  },
  duplicate: { remedy: 'none', en: 'it is there twice' },
  deleted: { remedy: 'none', en: 'it is in the trash of the old site' },
  'no-content': { remedy: 'none', en: 'it is part of a menu or a setting, not a text' },
  present: { remedy: 'none', en: 'exists already' },
  invalid: { remedy: 'dismiss', en: 'it is not valid' },
  'too-many': { remedy: 'dismiss', en: 'it is beyond the limit of what is read at a time' },
  'nothing-found': { remedy: 'dismiss', en: 'nothing was found there' },
  'unknown-source': {
    remedy: 'dismiss',
    en: 'it is no export, folder, zip, CSV or site that can be read',
  },
  'source-gone': { remedy: 'dismiss', en: 'the given files are not there any more' },
  'disk-full': { remedy: 'dismiss', en: 'the disk is full' },
} as const satisfies Record<string, { remedy: Remedy; en: string }>

export type RefusalReason = keyof typeof reasons
export const REFUSAL_REASONS = Object.keys(reasons) as [RefusalReason, ...RefusalReason[]]

/** Reasons that may be over at another attempt. */
export const PASSING: readonly RefusalReason[] = ['unreachable', 'too-slow']
export const isPassing = (reason: RefusalReason) => PASSING.includes(reason)

/** What does not fit into an entry; labels are `moveIn.leftOut.<what>` of the copy. */
export const LEFT_OUT = [
  'form',
  'slider',
  'shortcode',
  'video',
  'audio',
  'map',
  'embed',
  'script',
  'table',
  'picture',
  'file',
  'link',
  'text',
  'comments',
] as const
export type LeftOutKind = (typeof LEFT_OUT)[number]

/** The collections into which an older site is brought. */
export const movedCollections = [
  'notices',
  'news',
  'downloads',
  'pages',
  'events',
  'albums',
] as const
export type MovedCollection = (typeof movedCollections)[number]

/**
 * `looking`: reads the source; `found`: waits for a choice; `bringing`; `paused`: by a person, or by what
 * `problem` says; `done`; `undoing`; `undone`; `failed`: the look could not be finished, as `problem` says.
 */
export const MOVE_IN_STATES = [
  'looking',
  'found',
  'bringing',
  'paused',
  'done',
  'undoing',
  'undone',
  'failed',
] as const
export type MoveInState = (typeof MOVE_IN_STATES)[number]

/**
 * What became of an item: `found`: no choice was made yet; `skipped`: not chosen; `waiting`: will be
 * brought; `published`, `draft`: brought so; `refused`: `reason` says why; `dismissed`: refused, and let be.
 */
export const OUTCOMES = [
  'found',
  'skipped',
  'waiting',
  'published',
  'draft',
  'refused',
  'dismissed',
] as const
export type Outcome = (typeof OUTCOMES)[number]
