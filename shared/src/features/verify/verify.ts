import * as z from 'zod'
import { MAX_ADDRESS } from './address.ts'

const sentence = 'valid.sha256'

/** What is asked: one of both. */
export const VerifyQuery = z
  .object({
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, sentence)
      .transform((hash) => hash.toLowerCase())
      .optional()
      .meta({
        description: 'SHA-256 of a file, as 64 hexadecimal digits',
        examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      }),
    address: z
      .string()
      .min(1, sentence)
      .max(MAX_ADDRESS, sentence)
      .optional()
      .meta({
        description: 'Instead: address of an entry, as a path or with the host of this site',
        examples: ['/n/k3v9x0c2m1qa'],
      }),
  })
  .refine(({ sha256, address }) => (sha256 === undefined) !== (address === undefined), {
    path: ['sha256'],
    error: sentence,
  })

export const VERDICTS = ['published', 'replaced', 'withdrawn', 'unknown', 'foreign'] as const

/** What this site knows of a file or an address. */
export const Verdict = z.object({
  state: z
    .enum(VERDICTS)
    .describe(
      '`unknown` also of whatever is not public: drafts, and what is scheduled or waits for approval. `foreign`: an address of another site',
    ),
  at: z.string().optional().describe('When it was published, replaced or withdrawn'),
  title: z.string().optional().describe('Title of the present entry, if it is public'),
  url: z.string().optional().describe('Path of the present entry, if it is public'),
})
export type Verdict = z.infer<typeof Verdict>
