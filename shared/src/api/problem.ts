import * as z from 'zod'
import { type ProblemCode, problemCodes } from './problem-codes.ts'

export { isProblemCode, type ProblemCode } from './problem-codes.ts'

/**
 * Everything that an answer of the API can say went wrong. `status` and the sentences stand
 * here once; nobody matches on a message's text.
 */
export const problems = {
  validation_failed: {
    status: 400,
    bn: 'কিছু তথ্য ঠিক নেই। চিহ্নিত ঘরগুলো ঠিক করে আবার পাঠান।',
    en: 'Some of the data are not right. Correct the fields named and send it again.',
  },
  malformed_body: {
    status: 400,
    bn: 'পাঠানো তথ্য পড়া যায়নি। আবার পাঠান।',
    en: 'The data sent could not be read. Send it again.',
  },
  unauthenticated: {
    status: 401,
    bn: 'এই কাজের জন্য লগইন করুন।',
    en: 'Log in to do this.',
  },
  invalid_credentials: {
    status: 401,
    bn: 'ব্যবহারকারীর নাম বা পাসওয়ার্ড সঠিক নয়।',
    en: 'Username or password is not right.',
  },
  cross_site: {
    status: 403,
    bn: 'অন্য ওয়েবসাইট থেকে এই কাজ করা যায় না।',
    en: 'This cannot be done from another website.',
  },
  not_found: {
    status: 404,
    bn: 'যা খুঁজছেন তা পাওয়া যায়নি।',
    en: 'What you are looking for was not found.',
  },
  method_not_allowed: {
    status: 405,
    bn: 'এই ঠিকানায় এই কাজটি করা যায় না।',
    en: 'This address does not take this method.',
  },
  conflict: {
    status: 409,
    bn: 'তথ্যটি এরই মধ্যে আছে অথবা অন্য কেউ পরিবর্তন করেছেন। পাতাটি নতুন করে দেখে আবার চেষ্টা করুন।',
    en: 'This exists already or someone else has changed it. Look at it again and retry.',
  },
  too_large: {
    status: 413,
    bn: 'ফাইলটি বেশি বড়। ছোট ফাইল দিন।',
    en: 'This is too large. Send a smaller file.',
  },
  unsupported_media_type: {
    status: 415,
    bn: 'এই ধরনের ফাইল বা তথ্য গ্রহণযোগ্য নয়।',
    en: 'This kind of file or data is not accepted.',
  },
  too_many_requests: {
    status: 429,
    bn: 'অনেকবার চেষ্টা হয়েছে। কিছুক্ষণ পর আবার চেষ্টা করুন।',
    en: 'Too many attempts. Try again after a while.',
  },
  internal: {
    status: 500,
    bn: 'সার্ভারে একটি সমস্যা হয়েছে। কিছুক্ষণ পর আবার চেষ্টা করুন।',
    en: 'A problem occurred on the server. Try again after a while.',
  },
  unavailable: {
    status: 503,
    bn: 'সার্ভার এই মুহূর্তে প্রস্তুত নয়। কিছুক্ষণ পর আবার চেষ্টা করুন।',
    en: 'The server is not ready at the moment. Try again after a while.',
  },
  storage_full: {
    status: 507,
    bn: 'সার্ভারে জায়গা নেই। কিছুই সংরক্ষণ করা হয়নি।',
    en: 'The server has no room left. Nothing was saved.',
  },
} as const satisfies Record<ProblemCode, { status: number; bn: string; en: string }>

export type Language = 'bn' | 'en'

/** The body of every error answer. */
export const ProblemBody = z.object({
  error: z.string().describe('A sentence that a person can read'),
  code: z.enum(problemCodes).describe('For programs; stays the same in every language'),
  fields: z
    .record(z.string(), z.string())
    .optional()
    .describe('What is wrong with each field, where a field is to blame'),
})
export type ProblemBody = z.infer<typeof ProblemBody>

interface ProblemDetails {
  /** A more exact sentence than the code's own, in both languages. */
  sentence?: { bn: string; en: string }
  /** What is wrong with each field, by language. */
  fields?: Record<string, { bn: string; en: string }>
  /** Seconds until another try makes sense. */
  retryAfter?: number
  /** Methods that the address does take, for `Allow`. */
  allow?: readonly string[]
  cause?: unknown
}

/** Thrown on the server for every refusal; one handler turns it into an answer. */
export class Problem extends Error {
  readonly status: number
  constructor(
    readonly code: ProblemCode,
    readonly details: ProblemDetails = {},
  ) {
    super(details.sentence?.en ?? problems[code].en, { cause: details.cause })
    this.name = 'Problem'
    this.status = problems[code].status
  }

  /** The answer's body in the reader's language. */
  body(language: Language): ProblemBody {
    const sentence = this.details.sentence ?? problems[this.code]
    const body: ProblemBody = { error: sentence[language], code: this.code }
    if (this.details.fields) {
      body.fields = Object.fromEntries(
        Object.entries(this.details.fields).map(([name, text]) => [name, text[language]]),
      )
    }
    return body
  }
}
