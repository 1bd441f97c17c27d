/* The states of an entry that is being written, and the transitions between them. */

/**
 * - `clean`: the server has everything, or there is nothing yet.
 * - `changed`: an autosave is due.
 * - `uploading`: publishing waits for the files.
 * - `sending`: a request is on its way.
 * - `unanswered`: the last request had no response of the API, or status 429 or 5xx. It is sent again
 *   unchanged.
 * - `refused`: the server refused the contents, or the user stopped.
 * - `conflict`: someone else changed, published or deleted the entry.
 * - `signedOut`: the session has ended and the user did not sign in.
 * - `finished`: published, sent for approval or discarded.
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
  'finished',
] as const
export type SessionState = (typeof SESSION_STATES)[number]

export type SessionEvent =
  /** By the user. */
  | 'edit'
  | 'publish'
  | 'discard'
  | 'stop'
  /** By a timer or the network. */
  | 'autosave'
  | 'retry'
  /** By the files. */
  | 'filesReady'
  | 'filesFailed'
  /** By the response. */
  | 'saved'
  | 'finished'
  | 'lost'
  | 'refused'
  | 'conflict'
  | 'signedOut'
  /** After the current version was read. */
  | 'reloaded'

/** A state ignores the events that it does not list. */
export const TRANSITIONS: Readonly<
  Record<SessionState, Readonly<Partial<Record<SessionEvent, SessionState>>>>
> = {
  clean: { edit: 'changed', publish: 'uploading', discard: 'sending' },
  changed: { edit: 'changed', autosave: 'sending', publish: 'uploading', discard: 'sending' },
  uploading: {
    edit: 'uploading',
    filesReady: 'sending',
    filesFailed: 'refused',
    stop: 'refused',
    discard: 'sending',
  },
  sending: {
    saved: 'clean',
    finished: 'finished',
    lost: 'unanswered',
    refused: 'refused',
    conflict: 'conflict',
    signedOut: 'signedOut',
  },
  unanswered: { retry: 'sending', publish: 'sending', discard: 'sending' },
  refused: { edit: 'changed', publish: 'uploading', discard: 'sending' },
  conflict: { reloaded: 'changed', discard: 'sending' },
  signedOut: { retry: 'sending', publish: 'sending', discard: 'sending' },
  finished: {},
}
