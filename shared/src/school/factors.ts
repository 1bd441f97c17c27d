import * as z from 'zod'
import { CurrentPassword, FactorCode } from './admin-session.ts'
import { Passkey } from './passkeys.ts'

/** Number of one-time codes of an account. */
export const RECOVERY_CODES = 10

/** The own second factors. */
export const Factors = z.object({
  totp: z.boolean().describe('Whether a code app is set up'),
  codesLeft: z.int().describe('Number of unused one-time codes'),
  passkeys: z.array(Passkey),
  passkeyOrigin: z
    .string()
    .nullable()
    .optional()
    .describe('The only origin on which passkeys work; null if the server knows no such origin'),
})
export type Factors = z.infer<typeof Factors>

/** One-time codes, shown once. */
export const RecoveryCodes = z.object({
  codes: z.array(z.string()).describe('Empty if the codes that the account has stay valid'),
})
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** Switches the code app on. The client generates the secret; the code proves that the app has it. */
export const NewTotp = z.object({
  secret: z
    .string({ error: 'valid.required' })
    .regex(/^[A-Z2-7]{32}$/, { error: 'valid.choice' })
    .describe('20 random bytes as base32'),
  code: FactorCode.pipe(z.string().min(1, { error: 'valid.required' })),
  currentPassword: CurrentPassword,
})
export type NewTotp = z.input<typeof NewTotp>
