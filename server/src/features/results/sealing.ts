import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  type ScryptOptions,
  scrypt,
} from 'node:crypto'
import { CODE_LENGTH, CODE_LETTERS } from '@bidyaloy/shared/features/results/slip-code'

/*
 * The cryptography of results (decision 43). Of code and roll, with the server's key, scrypt makes two keys:
 * one encrypts what the sheet says, the other one makes the id of the row. Without the code neither can
 * be found, nor whether the sheet has such a roll.
 */

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/** All texts of a sheet are padded to a multiple of this, the longest one's. */
const PADDING_BYTES = 256

/** What a row is sealed with beside its code. */
export interface Seal {
  /** Key of the server, which no backup has. */
  serverKey: Buffer
  /** Salt of the import. */
  salt: string
  cost: number
  /** Examination, class, shift, section and roll. */
  place: readonly string[]
}

/** Draws a code: each of all codes with the same chance. */
export function drawCode(): string {
  const even = Math.floor(256 / CODE_LETTERS.length) * CODE_LETTERS.length
  let code = ''
  while (code.length < CODE_LENGTH) {
    for (const byte of randomBytes(CODE_LENGTH * 2)) {
      // A remainder would come more often.
      if (byte < even && code.length < CODE_LENGTH) code += CODE_LETTERS[byte % CODE_LETTERS.length]
    }
  }
  return code
}

/** Parameters of scrypt that take `2 ** cost` KiB of memory. */
const optionsOf = (cost: number): ScryptOptions => ({
  N: 2 ** cost,
  r: 8,
  p: 1,
  maxmem: 2 ** (cost + 11),
})

const runScrypt = (password: Buffer, salt: string, cost: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES * 2, optionsOf(cost), (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** Costs from which one is chosen; the least takes 8 MiB. */
const COSTS = [13, 14, 15] as const
export const DEFAULT_COST: number = COSTS[0]
/** Time that an opening should take. */
const TARGET_MS = 20
const SAMPLES = 3

/** Returns the largest cost with which an opening takes about 20 ms on this machine. */
export async function tuneCost(): Promise<number> {
  let chosen = DEFAULT_COST
  for (const cost of COSTS) {
    const times: number[] = []
    for (let n = 0; n < SAMPLES; n += 1) {
      const from = performance.now()
      await runScrypt(Buffer.alloc(KEY_BYTES), 'tuning', cost)
      times.push(performance.now() - from)
    }
    // Each cost takes twice the time of the one before; the machine may have had other work.
    if (Math.min(...times) > TARGET_MS * Math.SQRT2) break
    chosen = cost
  }
  return chosen
}

/** The keys of a row. */
interface RowKeys {
  id: string
  key: Buffer
}

/** Derives the keys of a row. Takes the same time for every code and place. */
export async function deriveKeys(code: string, seal: Seal): Promise<RowKeys> {
  const { serverKey, salt, cost, place } = seal
  const placeText = JSON.stringify([salt, ...place])
  const password = createHmac('sha256', serverKey).update(code).digest()
  const keys = await runScrypt(password, placeText, cost)
  const idKey = keys.subarray(KEY_BYTES)
  const id = createHmac('sha256', idKey).update(placeText).digest('base64url')
  return { id, key: keys.subarray(0, KEY_BYTES) }
}

/** Returns texts as bytes of one length, so that boxes do not show whose is longer. */
export function padded(texts: readonly string[]): Buffer[] {
  const all = texts.map((text) => Buffer.from(text))
  const longest = Math.max(...all.map(({ length }) => length + 1))
  const size = Math.ceil(longest / PADDING_BYTES) * PADDING_BYTES
  // JSON has no zero bytes, which mark the end.
  return all.map((bytes) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]))
}

export function unpadded(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end)
}

/** Encrypts bytes. @param about what they belong to, which opening them has to name */
export function seal(bytes: Buffer, key: Buffer, about: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url')
}

/** Decrypts what `seal` has made. @returns null if it was made with another key, or changed */
export function unseal(box: string, key: Buffer, about: string): Buffer | null {
  const bytes = Buffer.from(box, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  }).setAAD(Buffer.from(about))
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
  const sealed = bytes.subarray(IV_BYTES, bytes.length - TAG_BYTES)
  try {
    return Buffer.concat([decipher.update(sealed), decipher.final()])
  } catch {
    return null
  }
}
