import { hash, verify } from '@node-rs/argon2'
import { customAlphabet } from 'nanoid'
import { createSemaphore } from './semaphore.ts'

/*
 * argon2id with 19 MiB and two passes: the library's own defaults, written out so that an update
 * cannot change them unseen. The kind of algorithm is argon2id unless told.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashing runs on the few threads that also read and write files: two at a time leave room. */
const gate = createSemaphore(2)

/** The same password typed on another keyboard must be the same characters. */
const normalise = (password: string) => password.normalize('NFKC')

/** The hash to keep of a password. */
export function hashPassword(password: string): Promise<string> {
  return gate(() => hash(normalise(password), COST))
}

/**
 * Whether `password` belongs to `passwordHash`. Without a hash it takes as long and says no, so
 * that nobody learns from the time which user names exist.
 * @param begin called when hashing is about to begin; what it throws ends the matter
 */
export function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  begin: () => Promise<void>,
): Promise<boolean> {
  return gate(async () => {
    await begin()
    const matches = await verify(passwordHash ?? (await dummyHash()), normalise(password))
    return matches && passwordHash !== undefined
  })
}

let dummy: Promise<string> | undefined

/** A hash that no password is known for. Made once; call it early so that no login waits for it. */
export function dummyHash(): Promise<string> {
  dummy ??= hash(randomPassword(), COST)
  return dummy
}

/** Without letters that look alike: this is read off a screen and typed. */
const randomLetters = customAlphabet('abcdefghjkmnpqrstuvwxyz23456789', 5)

/** A new password of 98 bits: `k3v9x-p7wq2-mm4hd-t8szn`. */
export function randomPassword(): string {
  return Array.from({ length: 4 }, () => randomLetters()).join('-')
}
