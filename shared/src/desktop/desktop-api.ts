import * as z from 'zod'

/*
 * What the desktop program answers itself, beside the school's API that it passes on. Its page asks
 * for these under `/desktop/`.
 */

/** A site that the program manages. */
export const Profile = z.object({
  id: z.string(),
  /** Origin of the school's server, without a trailing slash. */
  address: z.string(),
  /** What the school calls itself; empty while it is not known. */
  name: z.string(),
  /** Public key of the server, pinned at the first connection; only where there is no https. */
  key: z.string().optional(),
})
export type Profile = z.infer<typeof Profile>

/** What the program is and how things stand. */
export const DesktopState = z.object({
  version: z.string(),
  profiles: z.array(Profile),
  current: z.string().nullable().describe('Id of the profile in use; null before the first'),
  /** Whether the server answered the last time it was asked. */
  serverAnswers: z.boolean(),
  /** Somebody answers at the site's address who could not prove to be the known server. */
  isStranger: z.boolean(),
  /** When an answer last came from the server; null while none has. */
  lastAnswerAt: z.string().nullable(),
  /** Whether a sign-in outlives the program: the system keeps secrets. */
  keepsSignIn: z.boolean(),
  needsSignIn: z.boolean().describe('Changes wait for a sign-in'),
  waiting: z.int().describe('Changes that are on the disk and not yet at the server'),
  attention: z.int().describe('Changes among them that need a person'),
  waitingAt: z
    .record(z.string(), z.int())
    .describe('Changes that wait at sites not in use, by the id of their profile'),
  unread: z
    .array(z.string())
    .describe('Paths of lists that show only what waits, for nothing of them was ever read'),
})
export type DesktopState = z.infer<typeof DesktopState>

/** An address to be tried, as a person types it. */
export const NewProfile = z.object({
  address: z.string().trim().min(1).max(300),
  /** The key that a person accepts in the place of the pinned one. */
  acceptKey: z.string().max(100).optional(),
})
export type NewProfile = z.infer<typeof NewProfile>

/** What came of trying an address. */
export const TriedAddress = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('found'),
    profile: Profile,
    /** The line can be listened to: plain http in the own network. */
    open: z.boolean(),
  }),
  z.object({
    result: z.literal('refused'),
    reason: z.enum(['malformed', 'not-secure', 'no-answer', 'other-server', 'other-version']),
  }),
  z.object({
    result: z.literal('other-key'),
    address: z.string(),
    /** The key that was proved now, in the place of the pinned one. */
    key: z.string(),
  }),
])
export type TriedAddress = z.infer<typeof TriedAddress>

/** `held`: a person has stopped it; it goes when a person asks. */
const OUTBOX_STATES = ['sending', 'waiting', 'held', 'attention', 'sent'] as const

/** A change in the outbox, as its list shows it. */
export const OutboxEntry = z.object({
  seq: z.int(),
  state: z.enum(OUTBOX_STATES),
  /** Name of the endpoint, `createEntry`. */
  endpoint: z.string(),
  collection: z.string().nullable(),
  title: z.string(),
  fileName: z.string().nullable(),
  bytes: z.int().nullable(),
  createdAt: z.string(),
  /** Why it needs a person, in the server's words; `code` is `conflict` for another's change. */
  refusal: z
    .object({ code: z.string(), sentence: z.string(), fields: z.record(z.string(), z.string()) })
    .nullable(),
  /** Whether its fields can still be changed here. */
  editable: z.boolean(),
})
export type OutboxEntry = z.infer<typeof OutboxEntry>
/** What the list of the outbox shows. */
export const Outbox = z.array(OutboxEntry)

/** Mine against theirs, field by field, as texts. */
export const OutboxComparison = z.object({
  mine: z.record(z.string(), z.unknown()),
  /** Null where the server could not be asked, or has the thing no more. */
  theirs: z.record(z.string(), z.unknown()).nullable(),
})
export type OutboxComparison = z.infer<typeof OutboxComparison>

/** What a waiting change says, field by field. */
export const OutboxFields = z.record(z.string(), z.unknown())
export type OutboxFields = z.infer<typeof OutboxFields>

/** Fields of a waiting change, written anew. Only those that it has can be. */
export const OutboxEdit = z.record(
  z.string().max(100),
  z.union([z.string().max(50_000), z.number(), z.null()]),
)
export type OutboxEdit = z.infer<typeof OutboxEdit>

/**
 * What was handed to the program from outside its page: a file that was opened with it or dropped on
 * its icon, or a screen that a link or the menu leads to. Each waits until the page has taken it.
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
/** What the page has not taken yet. */
export const OpenRequests = z.array(OpenRequest)

/** The event on the page's window that tells: look at `/desktop/given`. */
export const OPEN_REQUEST_EVENT = 'bidyaloy-given'

/** Where the program answers its page. */
export const desktopPaths = {
  state: '/desktop/state',
  profiles: '/desktop/profiles',
  outbox: '/desktop/outbox',
  sendNow: '/desktop/outbox/send',
  /** Below it each change by its Idempotency-Key. */
  changes: '/desktop/changes',
  given: '/desktop/given',
} as const
