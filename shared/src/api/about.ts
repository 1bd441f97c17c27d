import * as z from 'zod'

/** Incremented on breaking changes of the API. */
export const API_VERSION = 1

/** Identification of a server for client apps. */
export const About = z.object({
  product: z.literal('bidyaloy'),
  api: z.int().describe('API version'),
  version: z.string().optional().describe('Version of the server'),
  name: z.string().describe('Name of the school; empty until it is set'),
})
export type About = z.infer<typeof About>

/** Nonce for the server to sign: 32 random bytes, base64url. */
export const ServerChallenge = z.object({
  nonce: z.string({ error: 'valid.required' }).regex(/^[\w-]{43}$/, { error: 'valid.type' }),
})

/** Proof that a server has the private key of `key`. */
export const ServerProof = z.object({
  key: z
    .string()
    .regex(/^[\w-]{59}$/)
    .describe('Ed25519 public key as SubjectPublicKeyInfo (DER), base64url'),
  signature: z
    .string()
    .regex(/^[\w-]{86}$/)
    .describe(
      'Signature of the UTF-8 text `bidyaloy server proof 1`, a line feed and the nonce; base64url',
    ),
})
export type ServerProof = z.infer<typeof ServerProof>

/** Builds the text that a server signs; the first line separates it from other uses of the key. */
export function signedText(nonce: string): string {
  return `bidyaloy server proof 1\n${nonce}`
}
