import { createReadStream, createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { damaged } from './backup-error.ts'

/* Encrypted files in the format of age (age-encryption.org), which the program `age` opens too. The
library is loaded where a key is used. */

const age = () => import('age-encryption')

/** Bytes of a chunk before encryption, and those that encryption adds to each. */
const [CHUNK_BYTES, TAG_BYTES] = [64 * 1024, 16]
/** The library encrypts a chunk each. */
const READ = { highWaterMark: CHUNK_BYTES }

/** Encrypts a file. @param to a new file @param recipient public key */
export async function encryptFile(file: string, to: string, recipient: string): Promise<void> {
  const encrypter = await encrypterFor(recipient)
  await through(file, to, (bytes) => encrypter.encrypt(bytes))
}

/** Returns a function that computes the size of a file of `bytes` after its encryption. */
export async function encryptedSize(recipient: string): Promise<(bytes: number) => number> {
  const empty = (await (await encrypterFor(recipient)).encrypt('')).length
  return (bytes) => empty + bytes + TAG_BYTES * Math.max(0, Math.ceil(bytes / CHUNK_BYTES) - 1)
}

/** @throws Error whose message never contains the key */
async function encrypterFor(recipient: string) {
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
    return encrypter
  } catch {
    throw new Error('BACKUP_RECIPIENT: is mistyped. Copy the public key (age1…) again')
  }
}

/** @throws Error with a one-line message for a public key that is not valid */
export async function assertRecipient(recipient: string | undefined): Promise<void> {
  if (recipient !== undefined) await encrypterFor(recipient)
}

/**
 * Decrypts a file.
 * @param to a new file
 * @param identityFile has private keys, as `age-keygen` writes them
 * @throws Error with a one-line message for a wrong key; BackupError `damaged`
 */
export async function decryptFile(file: string, to: string, identityFile: string): Promise<void> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  for (const key of await readIdentities(identityFile)) {
    try {
      decrypter.addIdentity(key)
    } catch {
      throw new Error(`--identity: a key in ${identityFile} is mistyped.`)
    }
  }
  try {
    await through(file, to, (bytes) => decrypter.decrypt(bytes))
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error
    if (error.message.startsWith('no identity matched')) {
      throw new Error(
        `--identity: the key in ${identityFile} does not open this backup. It was encrypted for another one.`,
      )
    }
    throw damaged('The encrypted file is incomplete or was changed', error)
  }
}

async function readIdentities(file: string): Promise<string[]> {
  const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`--identity: ${file} cannot be read (${error.code}).`)
  })
  const keys = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => /^AGE-SECRET-KEY-/i.test(line))
  if (keys.length > 0) return keys
  const isLocked = /^(age-encryption\.org|-----BEGIN AGE ENCRYPTED)/.test(text)
  throw new Error(
    isLocked
      ? `--identity: ${file} is encrypted itself. Decrypt it first: age -d ${file}`
      : `--identity: ${file} has no line AGE-SECRET-KEY-…, the private key.`,
  )
}

/** Creates a pair of keys. @returns the text of a file with the private one, and the public one */
export async function newKeyPair(now: Date): Promise<{ identityFile: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await age()
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const lines = [`# created: ${now.toISOString()}`, `# public key: ${recipient}`, identity]
  return { identityFile: `${lines.join('\n')}\n`, recipient }
}

async function through(
  file: string,
  to: string,
  transform: (bytes: globalThis.ReadableStream<Uint8Array>) => Promise<unknown>,
): Promise<void> {
  const source = createReadStream(file, READ)
  try {
    // The types of Node and of browsers differ, the objects do not.
    const bytes = await transform(Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>)
    const out = createWriteStream(to, { flags: 'wx', mode: 0o600 })
    await pipeline(Readable.fromWeb(bytes as ReadableStream<Uint8Array>), out)
  } finally {
    source.destroy()
  }
}
