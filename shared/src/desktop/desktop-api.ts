import * as z from 'zod'

/* The desktop app's own API under `/desktop/`, beside the school's API that it forwards. */

/** A site that the app manages. */
export const Profile = z.object({
  id: z.string(),
  /** Origin of the school's server, without a trailing slash. */
  address: z.string(),
  /** Name of the school; empty while unknown. */
  name: z.string(),
  /** Public key of the server, pinned at the first connection; only without https. */
  key: z.string().optional(),
})
export type Profile = z.infer<typeof Profile>

/** Version and status of the app. */
export const DesktopState = z.object({
  version: z.string(),
  profiles: z.array(Profile),
  /** Id of the profile in use; null before the first. */
  current: z.string().nullable(),
  /** Whether the server responded to the last request. */
  serverAnswers: z.boolean(),
  /** Another server responds at the site's address. */
  hasIdentityChanged: z.boolean(),
  /** Time of the last response; null before the first. */
  lastAnswerAt: z.string().nullable(),
  /** Whether the system can store the sign-in across restarts. */
  keepsSignIn: z.boolean(),
  /** Whether changes wait for a sign-in. */
  needsSignIn: z.boolean(),
  /** Number of unsent changes. */
  waiting: z.int(),
  /** Number of them that need the user. */
  attention: z.int(),
  /** Number of unsent changes of the other sites, by profile id. */
  waitingAt: z.record(z.string(), z.int()),
  /** Paths of lists that were never read and show only pending changes. */
  unread: z.array(z.string()),
})
export type DesktopState = z.infer<typeof DesktopState>

/** A typed address to try. */
export const NewProfile = z.object({
  address: z.string().trim().min(1).max(300),
  /** A changed server key that the user accepts. */
  acceptKey: z.string().max(100).optional(),
})
export type NewProfile = z.infer<typeof NewProfile>

/** Result of trying an address. */
export const TriedAddress = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('found'),
    profile: Profile,
    /** Whether the connection is readable by others: plain http in the local network. */
    open: z.boolean(),
  }),
  z.object({
    result: z.literal('refused'),
    reason: z.enum(['malformed', 'not-secure', 'no-answer', 'other-server', 'other-version']),
  }),
  z.object({
    result: z.literal('other-key'),
    address: z.string(),
    /** The proven key, which differs from the pinned one. */
    key: z.string(),
  }),
])
export type TriedAddress = z.infer<typeof TriedAddress>

/** A row of the outbox list. */
export const OutboxEntry = z.object({
  seq: z.int(),
  /** `held`: stopped until the user resumes it; `attention`: rejected. */
  state: z.enum(['sending', 'waiting', 'held', 'attention', 'sent']),
  /** Name of the endpoint, `createEntry`. */
  endpoint: z.string(),
  collection: z.string().nullable(),
  title: z.string(),
  /** Whether it sets the text of an entry. */
  hasText: z.boolean(),
  /** Names of its new files, in order. */
  fileNames: z.array(z.string()),
  bytes: z.int().nullable(),
  /** Part of its files that the server has, from 0 to 1; null while nothing is known of it. */
  progress: z.number().nullable(),
  createdAt: z.string(),
  /** The server's rejection; `code` is `conflict` after another user's change. */
  refusal: z
    .object({ code: z.string(), sentence: z.string(), fields: z.record(z.string(), z.string()) })
    .nullable(),
  /** Whether its fields can still be edited. */
  editable: z.boolean(),
})
export type OutboxEntry = z.infer<typeof OutboxEntry>
export const Outbox = z.array(OutboxEntry)

/** Bytes that the server has of the files of a change in flight. */
export const ChangeProgress = z.object({ sent: z.number(), total: z.number() })

/** Fields of the change and of the server's record. */
export const OutboxComparison = z.object({
  mine: z.record(z.string(), z.unknown()),
  /** Null if the server is unreachable or the record is gone. */
  theirs: z.record(z.string(), z.unknown()).nullable(),
})
export type OutboxComparison = z.infer<typeof OutboxComparison>

/** Fields of a pending change. */
export const OutboxFields = z.record(z.string(), z.unknown())
export type OutboxFields = z.infer<typeof OutboxFields>

/** Edited fields of a pending change; it must already have each of them. */
export const OutboxEdit = z.record(
  z.string().max(100),
  z.union([z.string().max(50_000), z.number(), z.null()]),
)
export type OutboxEdit = z.infer<typeof OutboxEdit>

/**
 * A file or screen opened from outside the page: by the system, a link or the menu. Queued until
 * the page takes it.
 */
export const OpenRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    id: z.string(),
    name: z.string(),
    bytes: z.int(),
    /** Media type by its extension; its content is at `/desktop/given/<id>`. */
    type: z.string(),
  }),
  z.object({
    kind: z.literal('screen'),
    id: z.string(),
    /** One of `screenPaths`. */
    path: z.string(),
  }),
])
export type OpenRequest = z.infer<typeof OpenRequest>
export const OpenRequests = z.array(OpenRequest)

/** Event on `window` after which the page fetches `/desktop/given`. */
export const OPEN_REQUEST_EVENT = 'bidyaloy-given'

/** Paths of the desktop app's own API. */
export const desktopPaths = {
  state: '/desktop/state',
  profiles: '/desktop/profiles',
  outbox: '/desktop/outbox',
  sendNow: '/desktop/outbox/send',
  /** Prefix; followed by an Idempotency-Key. */
  changes: '/desktop/changes',
  given: '/desktop/given',
} as const
