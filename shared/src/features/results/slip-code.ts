import { toLatinDigits } from '../../lib/bengali/digits.ts'

/* Codes of slips and rolls, as they are typed. Free of zod. */

/** Digits and capitals without those that look alike: 0 O, 1 I L, and U, which is read as V. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_LENGTH = 8

/** Returns a code as it is printed: `KTRW 6P4M`. */
export const formatCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`

/**
 * Reads a typed code: with spaces and hyphens, small letters and Bengali digits.
 * @returns null for what no slip has
 */
export function readCode(typed: string): string | null {
  const code = toLatinDigits(typed.normalize('NFKC'))
    .replace(/[\s\p{P}\p{Cf}]/gu, '')
    .toUpperCase()
  const isCode = code.length === CODE_LENGTH && [...code].every((one) => CODE_LETTERS.includes(one))
  return isCode ? code : null
}

export const MAX_ROLL = 999_999

/** Reads a typed roll, `০২৭`. @returns null if it is none */
export function readRoll(typed: string): number | null {
  const text = toLatinDigits(typed.normalize('NFKC')).replace(/[\s\p{Cf}]/gu, '')
  const roll = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return roll >= 1 && roll <= MAX_ROLL ? roll : null
}

/** Returns an examination's name without what nobody sees, to compare it by. */
export const examKey = (exam: string): string =>
  exam
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
