import http from 'node:http'
import https from 'node:https'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import webPush from 'web-push'
import { isNodeError } from '../../lib/node-error.ts'
import { NOT_PUBLIC, publicLookup } from '../../lib/public-request.ts'
import { isPushEndpoint } from './push-endpoint.ts'
import type { PushKeys } from './push-keys.ts'

/** A subscription as far as sending needs it. */
export interface Recipient {
  endpoint: string
  p256dh: string
  auth: string
}

/** One message to some subscribers. */
export interface SendJob {
  recipients: readonly Recipient[]
  /** JSON of a `PushMessage`. */
  payload: string
  /** Replaces an undelivered message with the same topic. */
  topic: string
  /** Whether the phone is woken for it (RFC 8030). */
  urgency: 'normal' | 'high'
  keys: PushKeys
  /** Contact of the sender, a URL with https or mailto. */
  subject: string
  /** Hosts of push services besides those of browsers. */
  services: readonly string[]
}

/**
 * What became of a message: accepted by the push service, refused for good, the subscription does
 * not exist any more, failed for now, or there was no response.
 */
export type Outcome = 'accepted' | 'refused' | 'gone' | 'failed' | 'silent'

/** Messages that wait longer at the push service are dropped: the phone was off. */
const TTL_SECONDS = (3 * DAY_MS) / 1000
const TIMEOUT_MS = 8000
const MAX_RESPONSE_BYTES = 64 * 1024

const options = { keepAlive: true, maxSockets: 100, timeout: TIMEOUT_MS }
const secureAgent = new https.Agent({ ...options, lookup: publicLookup })
const loopbackAgent = new http.Agent(options)

/** Encrypts and sends a message to all recipients of a job at once. @returns their outcomes in order */
export function sendMessages(job: SendJob): Promise<Outcome[]> {
  const authorizations = new Map<string, string>()
  /** One signature for all subscriptions of a push service. */
  const authorize = (origin: string): string => {
    const { subject, keys } = job
    const { publicKey, privateKey } = keys
    const known = authorizations.get(origin)
    if (known) return known
    const { Authorization } = webPush.getVapidHeaders(
      origin,
      subject,
      publicKey,
      privateKey,
      'aes128gcm',
    )
    authorizations.set(origin, Authorization)
    return Authorization
  }
  return Promise.all(job.recipients.map((recipient) => send(job, recipient, authorize)))
}

async function send(
  { payload, topic, urgency, services }: SendJob,
  { endpoint, p256dh, auth }: Recipient,
  authorize: (origin: string) => string,
): Promise<Outcome> {
  // The services may have been others when it was stored.
  if (!isPushEndpoint(endpoint, services)) return 'gone'
  let body: Buffer
  try {
    body = webPush.encrypt(p256dh, auth, payload, 'aes128gcm').cipherText
  } catch {
    // The keys are not on the curve.
    return 'gone'
  }
  try {
    return outcomeOf(
      await post(new URL(endpoint), body, {
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        'Content-Length': body.length,
        Authorization: authorize(new URL(endpoint).origin),
        TTL: TTL_SECONDS,
        Urgency: urgency,
        Topic: topic,
      }),
    )
  } catch (error) {
    // Not the end of the subscription: some networks answer for every name.
    return isNodeError(error, NOT_PUBLIC) ? 'refused' : 'silent'
  }
}

/** @returns the status of the response; redirects are not followed */
function post(url: URL, body: Buffer, headers: http.OutgoingHttpHeaders): Promise<number> {
  const isSecure = url.protocol === 'https:'
  const { request } = isSecure ? https : http
  const agent = isSecure ? secureAgent : loopbackAgent
  return new Promise((resolve, reject) => {
    // Of the whole exchange: the agent's time-out is of silence only.
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const sent = request(url, { method: 'POST', headers, agent, signal }, (response) => {
      let bytes = 0
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAX_RESPONSE_BYTES) response.destroy()
      })
      response.on('close', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', (error) => {
      // The service has closed an idle connection just now.
      const isStale = sent.reusedSocket && isNodeError(error, 'ECONNRESET', 'EPIPE')
      if (isStale) resolve(post(url, body, headers))
      else reject(error)
    })
    sent.end(body)
  })
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'accepted'
  if (status === 404 || status === 410) return 'gone'
  if (status === 408 || status === 429 || status >= 500) return 'failed'
  return 'refused'
}
