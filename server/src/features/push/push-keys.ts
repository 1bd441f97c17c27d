import { createECDH } from 'node:crypto'
import type { Secrets } from '../../storage/secrets.ts'

const CURVE = 'prime256v1'

/**
 * The key pair by which push services recognise this server (VAPID, RFC 8292), base64url. It is not
 * part of a backup: the holder of a backup must not be able to send messages to the subscribers.
 */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/**
 * Opens the keys of a school; creates them at the first start.
 * @throws Error whose message is a single line for the operator
 */
export async function openPushKeys(secrets: Secrets): Promise<PushKeys> {
  const text = await secrets.readOrMake('push-key', () => {
    const pair = createECDH(CURVE)
    pair.generateKeys()
    // Of a fixed length: the number may begin with zeros.
    return `${pair.getPrivateKey('hex').padStart(64, '0')}\n`
  })
  const hex = text.trim()
  try {
    if (!/^[0-9a-f]{64}$/.test(hex)) throw new Error('Not 32 bytes in hexadecimal')
    const pair = createECDH(CURVE)
    pair.setPrivateKey(hex, 'hex')
    return {
      publicKey: pair.getPublicKey('base64url'),
      privateKey: Buffer.from(hex, 'hex').toString('base64url'),
    }
  } catch (cause) {
    throw new Error(
      `${secrets.place('push-key')} does not hold a key. Bring it back, or delete it: a new one is made at the next start, and visitors are told of new notices only after they have opened the site again.`,
      { cause },
    )
  }
}
