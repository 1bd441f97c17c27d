/* The states of an entry that is being written, and what leads from one to the next. */

/**
 * - `clean`: the server has everything, or there is nothing yet.
 * - `changed`: an autosave is due after a rest.
 * - `uploading`: publishing waits for the files.
 * - `sending`: a request is on its way.
 * - `unanswered`: the last request had no response, or the server could not: it is sent again unchanged.
 * - `refused`: the server refused the contents, or the user stopped.
 * - `conflict`: someone else changed, published or deleted the entry.
 * - `signedOut`: the session has ended and the user did not sign in.
 * - `ended`: published, sent for approval or discarded.
 */
export const SESSION_STATES = [
  'clean',
  'changed',
  'uploading',
  'sending',
  'unanswered',
  'refused',
  'conflict',
  'signedOut',
  'ended',
] as const
export type SessionState = (typeof SESSION_STATES)[number]

export type SessionEvent =
  /** By the user. */
  | 'edit'
  | 'publish'
  | 'discard'
  | 'stop'
  /** By a timer or the network. */
  | 'rest'
  | 'retry'
  /** By the files. */
  | 'filesReady'
  | 'filesFailed'
  /** By the response. */
  | 'saved'
  | 'ended'
  | 'lost'
  | 'refused'
  | 'conflict'
  | 'signedOut'
  /** After the current version was read. */
  | 'reloaded'

/** An event that a state does not name is ignored in it. */
export const TRANSITIONS: Readonly<
  Record<SessionState, Readonly<Partial<Record<SessionEvent, SessionState>>>>
> = {
  clean: { edit: 'changed', publish: 'uploading', discard: 'sending' },
  changed: { edit: 'changed', rest: 'sending', publish: 'uploading', discard: 'sending' },
  uploading: {
    edit: 'uploading',
    filesReady: 'sending',
    filesFailed: 'refused',
    stop: 'refused',
    discard: 'sending',
  },
  sending: {
    saved: 'clean',
    ended: 'ended',
    lost: 'unanswered',
    refused: 'refused',
    conflict: 'conflict',
    signedOut: 'signedOut',
  },
  unanswered: { retry: 'sending', publish: 'sending', discard: 'sending' },
  refused: { edit: 'changed', publish: 'uploading', discard: 'sending' },
  conflict: { reloaded: 'changed', discard: 'sending' },
  signedOut: { retry: 'sending', publish: 'sending', discard: 'sending' },
  ended: {},
}
