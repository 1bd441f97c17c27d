import * as z from 'zod'
import { textField } from '../api/text-field.ts'
import { CurrentPassword } from './admin-session.ts'

/** Passkeys that an account may have. */
export const MAX_PASSKEYS = 10

/** Binary data as the WebAuthn JSON types write it. */
const base64Url = (max: number) =>
  z
    .string({ error: 'valid.required' })
    .max(max, { error: 'valid.text.tooLong' })
    .regex(/^[\w-]+$/, { error: 'valid.choice' })

/** A passkey of the own account. */
export const Passkey = z.object({
  _id: z.string().describe('Public id; not the id of the credential'),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const PublicKeyType = z.literal('public-key', { error: 'valid.choice' })

/** Members of a credential (WebAuthn, `PublicKeyCredential.toJSON`) that the server reads. */
const Credential = z.object({
  id: base64Url(1400),
  rawId: base64Url(1400),
  type: PublicKeyType,
})

/** Options of `navigator.credentials.get`: any passkey of this site, with user verification. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** What a passkey has signed. */
export const PasskeySignIn = z.object({
  credential: Credential.extend({
    response: z.object({
      clientDataJSON: base64Url(4000),
      authenticatorData: base64Url(4000),
      signature: base64Url(8000),
      userHandle: base64Url(200),
    }),
  }),
})
export type PasskeySignIn = z.infer<typeof PasskeySignIn>

/** Options of `navigator.credentials.create`. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: PublicKeyType, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(z.object({ type: PublicKeyType, id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** A new passkey, and the name by which its owner knows it. */
export const NewPasskey = z.object({
  name: textField({ max: 60 }),
  credential: Credential.extend({
    response: z.object({
      clientDataJSON: base64Url(4000),
      attestationObject: base64Url(20_000),
    }),
  }),
})
export type NewPasskey = z.input<typeof NewPasskey>

/** The form before the browser asks for the finger: name and own password. */
export const PasskeyForm = z.object({
  name: textField({ max: 60 }),
  currentPassword: CurrentPassword,
})
