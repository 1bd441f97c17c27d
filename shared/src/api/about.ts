import * as z from 'zod'

/** Counts up when a client of before could no longer work with the API. */
export const API_VERSION = 1

/** What a server says of itself, so that programs know whom they are talking to. */
export const About = z.object({
  product: z.literal('bidyaloy'),
  api: z.int().describe('Version of the API'),
  name: z.string().describe('What the school calls itself; empty while nobody has said'),
})
export type About = z.infer<typeof About>

/** What a server is to sign: 32 random bytes, base64url. */
export const ServerChallenge = z.object({
  nonce: z.string({ error: 'valid.required' }).regex(/^[\w-]{43}$/, { error: 'valid.type' }),
})

/** Proof that a server has the private key to `key`, both base64url. */
export const ServerProof = z.object({
  key: z
    .string()
    .regex(/^[\w-]{59}$/)
    .describe('The public key, Ed25519, as SubjectPublicKeyInfo (DER)'),
  signature: z
    .string()
    .regex(/^[\w-]{86}$/)
    .describe('Of the UTF-8 text `bidyaloy server proof 1`, a line feed and the nonce'),
})
export type ServerProof = z.infer<typeof ServerProof>

/** The text that a server signs; the first line keeps it from being anything else. */
export function signedText(nonce: string): string {
  return `bidyaloy server proof 1\n${nonce}`
}
