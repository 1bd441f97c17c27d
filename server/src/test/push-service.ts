import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import jwt from 'jsonwebtoken'

/** A message that the push service received. */
export interface ReceivedMessage {
  /** Name of the browser. */
  to: string
  /** Decrypted text. */
  text: string
  headers: http.IncomingHttpHeaders
}

/** A push service at this machine, with browsers of its own, whose messages it decrypts. */
export interface PushService {
  messages: ReceivedMessage[]
  /** Statuses of responses to a browser, in order; then 201. */
  responses: Map<string, number[]>
  /** Delays the response to a message. @param count number of messages so far */
  hold: (count: number) => Promise<void> | undefined
  /** Status of responses without one of their own. */
  status: number
  /** Number of messages whose sender has closed the connection before the response. */
  abandoned: number
  /** Returns the subscription of a browser. */
  subscriptionOf(browser: string): {
    endpoint: string
    keys: { p256dh: string; auth: string }
  }
  stop(): void
}

/** Environment of a server that may send to it. */
export const pushEnv = { PUSH_SERVICES: '127.0.0.1' }

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const server = http.createServer(async (req, res) => {
    const to = decodeURIComponent(req.url?.slice(1) ?? '')
    const body = await buffer(req)
    const browser = browsers.get(to)
    const text = browser ? decrypt(body, browser) : ''
    res.on('close', () => {
      if (!res.writableFinished) service.abandoned += 1
    })
    service.messages.push({ to, text, headers: req.headers })
    await service.hold(service.messages.length)
    res.writeHead(service.responses.get(to)?.shift() ?? service.status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const service: PushService = {
    messages: [],
    responses: new Map(),
    hold: () => undefined,
    status: 201,
    abandoned: 0,
    subscriptionOf(name) {
      const browser = browsers.get(name) ?? newBrowser()
      browsers.set(name, browser)
      return {
        endpoint: `http://127.0.0.1:${port}/${encodeURIComponent(name)}`,
        keys: {
          p256dh: browser.ecdh.getPublicKey('base64url'),
          auth: browser.auth.toString('base64url'),
        },
      }
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  return service
}

interface Browser {
  ecdh: ReturnType<typeof createECDH>
  auth: Buffer
}

function newBrowser(): Browser {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { ecdh, auth: randomBytes(16) }
}

/** Decrypts a message of one record (RFC 8188 and 8291). */
function decrypt(body: Buffer, { ecdh, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const derive = (secret: Buffer, from: Buffer, about: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, about, length))
  const secret = derive(ecdh.computeSecret(senderKey), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The delimiter of the last record, then padding.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/** Returns the claims of a message's sender, verified with the server's public key (RFC 8292). */
export function senderOf({ headers }: ReceivedMessage, publicKey: string): jwt.JwtPayload {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== publicKey) throw new Error(`Signed with the key ${key}`)
  const raw = Buffer.from(publicKey, 'base64url')
  // The header of a public key of P-256 in DER.
  const spki = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')
  const pem = Buffer.concat([spki, raw]).toString('base64')
  const claims = jwt.verify(token, `-----BEGIN PUBLIC KEY-----\n${pem}\n-----END PUBLIC KEY-----`, {
    algorithms: ['ES256'],
  })
  if (typeof claims === 'string') throw new Error('The token has no claims')
  return claims
}
