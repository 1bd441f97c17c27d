import * as z from 'zod'
import { KindId } from '../collections/entry-properties.ts'
import { MAX_KINDS } from '../features/settings/settings.ts'
import { CLASS_NAMES } from './classes.ts'

/** What a browser needs for a subscription to this server. */
export const PushKey = z.object({
  key: z.string().describe("The server's public key (VAPID), base64url"),
})

const Endpoint = z
  .string({ error: 'valid.url' })
  .max(1000, { error: 'valid.url' })
  .describe("URL at the browser's push service, which the server must know")
const error = 'valid.choice'

/** A browser's subscription: `PushSubscription` of the Push API, and what it is told of. */
export const NewSubscription = z.object({
  endpoint: Endpoint,
  keys: z.object({
    // 65 and 16 bytes.
    p256dh: z.string({ error }).regex(/^B[\w-]{86}=?$/, { error }),
    auth: z.string({ error }).regex(/^[\w-]{22}={0,2}$/, { error }),
  }),
  kinds: z
    .array(KindId, { error })
    .max(MAX_KINDS, { error: 'valid.max' })
    .optional()
    .describe('Kinds of notices; absent or empty: all. Notices without a kind are always told'),
  classes: z
    .array(z.enum(CLASS_NAMES, { error: 'valid.enum.class' }), { error })
    .max(CLASS_NAMES.length, { error: 'valid.max' })
    .optional()
    .describe('Classes; absent or empty: all. Notices to all classes are always told'),
})
export type NewSubscription = z.infer<typeof NewSubscription>

/** A browser's subscription to what concerns an account. */
export const NewAlerts = NewSubscription.pick({ endpoint: true, keys: true })
export type NewAlerts = z.infer<typeof NewAlerts>

export const EndedSubscription = NewSubscription.pick({ endpoint: true })

/** Content of a message to a browser, as JSON. */
export interface PushMessage {
  title: string
  body: string
  /** Path of the page that the notification opens. */
  path: string
  /** Path of the school's crest. */
  icon: string
}
