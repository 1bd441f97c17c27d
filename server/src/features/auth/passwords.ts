import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField, Problem } from '@bidyaloy/shared/api/problem'
import { hash, verify } from '@node-rs/argon2'
import { customAlphabet } from 'nanoid'
import pLimit from 'p-limit'
import type { EntityManager } from 'typeorm'
import type { Database } from '../../db/database.ts'
import { AdminRow } from '../../db/entities.ts'
import type { SignedInAdmin } from '../../http/require-admin.ts'
import type { Attempt, LoginLimit } from './login-limit.ts'

/** The library's defaults for argon2id (19 MiB, two passes), fixed against changes by an update. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashing shares the few threads of libuv with file access. */
const limit = pLimit(2)

/** Keyboards may produce different code points for the same password. */
const normalise = (password: string) => password.normalize('NFKC')

/** Whether two typed passwords are one, in any code points. */
export function isSamePassword(one: string, other: string): boolean {
  return normalise(one) === normalise(other)
}

/** Returns the hash of a password to store. */
export function hashPassword(password: string): Promise<string> {
  return limit(() => hash(normalise(password), COST))
}

/**
 * Whether `password` belongs to `passwordHash`. Without a hash it returns false after the same time,
 * so that the time does not reveal which usernames exist.
 * @param begin called right before hashing; its errors are passed on
 */
export function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  begin: () => Promise<void>,
): Promise<boolean> {
  return limit(async () => {
    await begin()
    const matches = await verify(passwordHash ?? (await dummyHash()), normalise(password))
    return matches && passwordHash !== undefined
  })
}

let dummy: Promise<string> | undefined

/** Returns the hash of an unknown password. Computed once; call it early so that no login waits. */
export function dummyHash(): Promise<string> {
  dummy ??= hash(randomPassword(), COST)
  return dummy
}

/** Without letters that look alike: people read the password from a screen and type it. */
const randomLetters = customAlphabet('abcdefghjkmnpqrstuvwxyz23456789', 5)

/** Returns a random password of 98 bits, such as `k3v9x-p7wq2-mm4hd-t8szn`. */
export function randomPassword(): string {
  return Array.from({ length: 4 }, () => randomLetters()).join('-')
}

/** A request that needs the admin's password again, and its IP address. */
export interface PasswordConfirmation {
  admin: SignedInAdmin
  currentPassword: string
  address: string
}

/** Check to run in the transaction of the confirmed action. @throws Problem `unauthenticated` */
export type AssertStillAllowed = (tx: EntityManager) => Promise<void>

/**
 * Checks the password of a signed-in admin, with the same limits as sign-in.
 * @returns a check for the transaction: the admin may have been disabled, or the password changed,
 *   since it was confirmed
 * @throws Problem `validation_failed` on `currentPassword`, `too_many_requests`
 */
export async function confirmPassword(
  { db, limit }: { db: Database; limit: LoginLimit },
  { admin, currentPassword, address }: PasswordConfirmation,
): Promise<AssertStillAllowed> {
  const { id, sessionId: session } = admin
  const attempt: Attempt = { purpose: 'password', address, name: id, session }
  await limit.check(attempt)
  const row = await db.read.findOneBy(AdminRow, { id })
  const matches = await verifyPassword(row?.passwordHash, currentPassword, () =>
    limit.count(attempt),
  )
  if (!row || !matches) throw wrongField('currentPassword', 'valid.password.current')
  await limit.succeeded(attempt)
  return async (tx) => {
    const present = await tx.findOneBy(AdminRow, { id })
    if (present?.passwordHash !== row.passwordHash || present.disabledAt !== null) {
      throw new Problem('unauthenticated')
    }
  }
}

/** Returns the validation problem for a password field of a form. */
export function wrongField(
  field: 'currentPassword' | 'newPassword' | 'password',
  key: 'valid.password.current' | 'valid.password.common' | 'valid.password.same',
): Problem {
  return invalidField(field, validationText(key))
}

/** Common long passwords, and those likely at a school in Bangladesh. */
const COMMON = new Set(
  `123456789012 1234567890123 12345678901234567890 123123123123 1q2w3e4r5t6y 1qaz2wsx3edc
    1qaz2wsx3edc4rfv qwertyuiop123 qwertyuiop12 qwertyuiop[] qwerty123456 qwerty1234567
    qwerty12345678 asdfghjkl123 asdfghjkl;' zxcvbnm12345 abcdefghijkl abcdefghijklm abcd12345678
    abc123456789 a123456789012 password1234 password12345 password123456 passwordpassword
    passw0rd1234 mypassword123 administrator administrator1 administrator123 admin1234567
    admin12345678 admin123456789 adminadminadmin letmeinletmein welcome12345 welcome123456
    iloveyou1234 iloveyouforever changeme1234 changeme12345 bangladesh123 bangladesh1234
    bangladesh1971 bangladesh12345 amarsonarbangla sonarbangla1971 joybangla1971 ilovebangladesh
    amarbangladesh dhaka1234567 school123456 school1234567 highschool123 girlshighschool
    girlsschool123 headmaster123 headmaster1234 headteacher123 bidyaloy1234 bidyaloy12345
    teacher12345 student12345`.split(/\s+/),
)

/** Minimum number of different characters. */
const MIN_DIFFERENT = 5

/** Whether a password is easily guessed: common, repetitive, or made from the username. */
export function isCommonPassword(password: string, username: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const name = username.normalize('NFKC').trim().toLowerCase()
  if (COMMON.has(plain) || new Set(plain).size < MIN_DIFFERENT) return true
  // The username, possibly repeated and with digits.
  return name !== '' && plain.replaceAll(name, '').replace(/\d+/g, '') === ''
}
