import * as z from 'zod'
import { textField } from '../api/text-field.ts'
import { toLatinDigits } from '../lib/bengali/digits.ts'
import { ROLES } from './roles.ts'

/** In characters. The only other rule is that a password is not a common one. */
export const MIN_PASSWORD_LENGTH = 12
const MAX_PASSWORD_LENGTH = 200
/** Lifetime of a session in days. */
export const SESSION_DAYS = 30
/** Session cookie; the name is specified. */
export const SESSION_COOKIE = 'adminToken'
/** Cookie that identifies a known device at sign-in. */
export const DEVICE_COOKIE = 'adminDevice'
/** The same for clients without cookies; `new` before the first sign-in. */
export const DEVICE_HEADER = 'bidyaloy-device'

/** The current password, typed as confirmation. */
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

/** A code of the code app or a one-time code, as typed: Bengali digits, spaces and hyphens too. */
export const FactorCode = z
  .string({ error: 'valid.required' })
  .max(100, { error: 'valid.text.tooLong' })
  .transform((typed) => toLatinDigits(typed).replace(/[\s-]/g, ''))

/**
 * Normalised form for comparing usernames. Phones capitalise the first letter, and invisible
 * characters must not make two names differ.
 */
export function usernameKey(username: string): string {
  return username
    .normalize('NFKC')
    .replace(/\p{DI}/gu, '')
    .trim()
    .toLowerCase()
}

export const SignIn = Credentials.extend({
  code: FactorCode.optional().describe('Of the code app, or a one-time code'),
})
export type SignIn = z.input<typeof SignIn>

/** A key derivation may pad with zeros, so `password` would equal `password\\0`. */
const CONTROL = /\p{Cc}/u

/** A new password: at least 12 characters, none of them control characters. */
export const NewPassword = z
  .string({ error: 'valid.required' })
  .min(MIN_PASSWORD_LENGTH, { error: 'valid.password.short' })
  .max(MAX_PASSWORD_LENGTH, { error: 'valid.text.tooLong' })
  .refine((password) => !CONTROL.test(password), { error: 'valid.text.control' })

/** Body that confirms a dangerous action with the own password. */
export const PasswordConfirmation = z.object({ currentPassword: CurrentPassword })
export type PasswordConfirmation = z.infer<typeof PasswordConfirmation>

export const PasswordChange = z.object({
  currentPassword: CurrentPassword,
  newPassword: NewPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>

export const SignedIn = z.object({ token: z.string() })
/** The renewed session's token; a browser gets only the cookie. */
export const PasswordChanged = z.object({
  token: z.string().optional().describe('Only in response to a Bearer token'),
})
/** The name and post under which colleagues know the owner of an account; absent if unset. */
const names = {
  name: z.string().optional().describe('Name shown instead of the username'),
  post: z.string().optional().describe('Such as «অফিস সহকারী»'),
}

/** Names of an account, which every admin sees. */
export const AccountName = z.object({ _id: z.string(), username: z.string(), ...names })
export type AccountName = z.infer<typeof AccountName>

/** Both are replaced; empty: none. */
export const NameChange = z.object({
  name: textField({ max: 60, optional: true }),
  post: textField({ max: 60, optional: true }),
})
export type NameChange = z.input<typeof NameChange>

export const Session = z.object({
  username: z.string(),
  expiresAt: z.string(),
  maxUploadBytes: z.int().positive().describe('Upload limit in bytes'),
  role: z.enum(ROLES),
  approval: z.boolean().describe('Whether what a clerk publishes waits for approval'),
  mustChangePassword: z
    .boolean()
    .optional()
    .describe('Whether the password is a one-time password: nothing else works before a change'),
})
export type Session = z.infer<typeof Session>

/** An account. */
export const Admin = z.object({
  _id: z.string(),
  username: z.string(),
  ...names,
  role: z.enum(ROLES).default('head'),
  createdAt: z.string(),
  disabledAt: z
    .string()
    .nullable()
    .describe('Time at which the account was disabled; null if enabled'),
  lastSignInAt: z.string().nullable(),
  twoStep: z.boolean().optional().describe('Whether signing in needs a second factor'),
  isSelf: z.boolean().describe('Whether it is the requesting admin'),
})
export type Admin = z.infer<typeof Admin>

/** A new admin; `currentPassword` is that of the requesting admin. */
export const NewAdmin = NameChange.partial().extend({
  username: textField({ max: 60 }),
  role: z.enum(ROLES, { error: 'valid.choice' }).default('head'),
  password: NewPassword,
  currentPassword: CurrentPassword,
})
export type NewAdmin = z.input<typeof NewAdmin>

export const AdminChange = z.object({
  disabled: z.boolean({ error: 'valid.choice' }).optional(),
  role: z.enum(ROLES, { error: 'valid.choice' }).optional(),
  currentPassword: CurrentPassword,
})
export type AdminChange = z.input<typeof AdminChange>

/** A generated password of another admin. */
export const OneTimePassword = z.object({
  password: z.string().describe('Shown once; at the first sign-in it must be changed'),
  expiresAt: z.string(),
})
export type OneTimePassword = z.infer<typeof OneTimePassword>

/** A session of the requesting admin. */
export const SignedInDevice = z.object({
  _id: z.string().describe('Public id of the session; not a credential'),
  createdAt: z.string(),
  expiresAt: z.string(),
  userAgent: z.string().describe('User-Agent header at sign-in'),
  isCurrent: z.boolean(),
  twoStep: z.boolean().optional().describe('Whether the sign-in used a second factor'),
  alerts: z
    .boolean()
    .optional()
    .describe('Whether its browser is told of what concerns the account'),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>
