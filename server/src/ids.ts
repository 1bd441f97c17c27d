/* Shared by all rooms of the server. */
import { customAlphabet } from 'nanoid'

/** Creates a record id of 62 bits, short enough for URLs: `k3v9x0c2m1qa`. */
export const newId = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 12)

/** Creates a file name stem, which is never reused and cannot be guessed. */
export const newFileStem = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 20)
