import * as z from 'zod'
import { textField } from '../api/text-field.ts'
import { CurrentPassword, NewPassword } from './admin-session.ts'

/** One who may sign in. All may do the same. */
export const Admin = z.object({
  _id: z.string(),
  username: z.string(),
  createdAt: z.string(),
  disabledAt: z.string().nullable().describe('Since when the admin may sign in no more'),
  lastSignInAt: z.string().nullable(),
  isSelf: z.boolean().describe('Whether it is the one who asks'),
})
export type Admin = z.infer<typeof Admin>

/** A further admin. Whoever adds one gives the own password again. */
export const NewAdmin = z.object({
  username: textField({ max: 60 }),
  password: NewPassword,
  currentPassword: CurrentPassword,
})
export type NewAdmin = z.input<typeof NewAdmin>

export const AdminChange = z.object({
  disabled: z.boolean({ error: 'valid.choice' }),
  currentPassword: CurrentPassword,
})
export type AdminChange = z.input<typeof AdminChange>

/** A device on which the asking admin is signed in. */
export const SignedInDevice = z.object({
  _id: z.string().describe('Names the sign-in; it is no secret and opens nothing'),
  createdAt: z.string(),
  expiresAt: z.string(),
  userAgent: z.string().describe('What the browser or program said of itself'),
  isCurrent: z.boolean(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>
