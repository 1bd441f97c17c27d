import { customAlphabet } from 'nanoid'

/** Short enough for an address that a parent reads out, 62 bits: `k3v9x0c2m1qa`. */
export const newId = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 12)

/** Names of files are never reused and cannot be guessed. */
export const newFileStem = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 20)
