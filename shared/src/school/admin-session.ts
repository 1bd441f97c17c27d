import * as z from 'zod'

/** In characters; nothing else is asked of a new password but that it is not a common one. */
export const MIN_PASSWORD_LENGTH = 12
const MAX_PASSWORD_LENGTH = 200
/** How long a sign-in lasts. */
export const SESSION_DAYS = 30
/** Name of the cookie; the specification gives it. */
export const SESSION_COOKIE = 'adminToken'
/** Name of the cookie by which sign-in knows a device again. */
export const DEVICE_COOKIE = 'adminDevice'
/** Header in which a program without cookies carries the same; `new` where it has none yet. */
export const DEVICE_HEADER = 'bidyaloy-device'

/** The password that one has, as typed to prove who one is. */
export const CurrentPassword = z
  .string({ error: 'valid.required' })
  .min(1, { error: 'valid.required' })
  .max(1000, { error: 'valid.text.tooLong' })

export const Credentials = z.object({
  username: z
    .string({ error: 'valid.required' })
    .min(1, { error: 'valid.required' })
    .max(200, { error: 'valid.text.tooLong' }),
  password: CurrentPassword,
})
export type Credentials = z.infer<typeof Credentials>

/** A key derivation may pad with zeros: `password` and `password\\0` would be the same. */
const CONTROL = /\p{Cc}/u

/** A new password: any characters but control ones, at least twelve. */
export const NewPassword = z
  .string({ error: 'valid.required' })
  .min(MIN_PASSWORD_LENGTH, { error: 'valid.password.short' })
  .max(MAX_PASSWORD_LENGTH, { error: 'valid.text.tooLong' })
  .refine((password) => !CONTROL.test(password), { error: 'valid.text.control' })

export const PasswordChange = z.object({
  currentPassword: CurrentPassword,
  newPassword: NewPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>

export const SignedIn = z.object({ token: z.string() })
/** The token of the renewed session; a browser gets it as a cookie alone. */
export const PasswordChanged = z.object({
  token: z.string().optional().describe('Only where the request came with a Bearer token'),
})
export const Session = z.object({
  username: z.string(),
  expiresAt: z.string(),
  maxUploadBytes: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('The largest file that the server takes; left out by servers of before'),
})
export type Session = z.infer<typeof Session>
