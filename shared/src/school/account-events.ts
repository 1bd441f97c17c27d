import * as z from 'zod'

/** What the owner of an account is told of, because somebody else may have done it. */
export const ACCOUNT_EVENTS = [
  'newDevice',
  'codesRefused',
  'passwordReset',
  'passwordResetOnServer',
  'factorsResetOnServer',
] as const

export const AccountEvent = z.object({
  at: z.string(),
  kind: z.enum(ACCOUNT_EVENTS),
  userAgent: z.string().optional().describe('Of the new device'),
  by: z.string().optional().describe('Username of the head who reset the password'),
})
export type AccountEvent = z.infer<typeof AccountEvent>

/** Acknowledges events up to a time. */
export const SeenEvents = z.object({ upTo: z.iso.datetime() })
