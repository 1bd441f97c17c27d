import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import {
  type BucketAddress,
  type BucketSettings,
  parseBucketAddress,
} from './engines/bucket/bucket-settings.ts'

/** Where copies of the backups go, outside this machine or its disk. */
export interface AwaySettings {
  place: { folder: string } | { bucket: BucketSettings; prefix: string }
  /** Public key of age, for which they are encrypted; undefined: they are not. */
  recipient: string | undefined
}

/** The folder or the bucket of BACKUP_URL. */
type AwayAddress = { folder: string } | BucketAddress

/** Parses BACKUP_URL. Messages never contain the address, which may have the secret. */
export const AwayAddress = z.string().transform((text, ctx): AwayAddress => {
  const parsed = /^file:/i.test(text) ? parseFolder(text) : parseBucketAddress(text)
  if (typeof parsed !== 'string') return parsed
  ctx.addIssue({ code: 'custom', message: parsed })
  return z.NEVER
})

function parseFolder(text: string): { folder: string } | string {
  try {
    return { folder: fileURLToPath(text) }
  } catch {
    return 'is not the address of a folder, such as file:///mnt/usb/bidyaloy'
  }
}

/** Parses BACKUP_RECIPIENT. Messages never contain it: it may be the private key by mistake. */
export const AwayRecipient = z
  .string()
  .refine((text) => !/^AGE-SECRET-KEY-/i.test(text), {
    error: 'is the private key. Set the public one (age1…), and keep the private one elsewhere',
    abort: true,
  })
  .regex(/^age1[0-9a-z]+$/, 'is not a public key of age (age1…)')
