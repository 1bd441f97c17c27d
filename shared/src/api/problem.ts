import * as z from 'zod'
import { type ProblemCode, problemCodes } from './problem-codes.ts'

export { isProblemCode, type ProblemCode } from './problem-codes.ts'

/**
 * All error codes of the API, with their HTTP status and messages. Clients match the code, never
 * the text.
 */
export const problems = {
  validation_failed: {
    status: 400,
    bn: 'কিছু তথ্য ঠিক নেই। চিহ্নিত ঘরগুলো ঠিক করে আবার পাঠান।',
    en: 'Validation failed. See `fields`.',
  },
  malformed_body: {
    status: 400,
    bn: 'পাঠানো তথ্য পড়া যায়নি। আবার পাঠান।',
    en: 'The request could not be parsed.',
  },
  unauthenticated: {
    status: 401,
    bn: 'এই কাজের জন্য লগইন করুন।',
    en: 'Sign-in is required.',
  },
  invalid_credentials: {
    status: 401,
    bn: 'ব্যবহারকারীর নাম বা পাসওয়ার্ড সঠিক নয়।',
    en: 'Username or password is incorrect.',
  },
  cross_site: {
    status: 403,
    bn: 'অন্য ওয়েবসাইট থেকে এই কাজ করা যায় না।',
    en: 'Requests from other websites are not allowed.',
  },
  forbidden: {
    status: 403,
    bn: 'আপনার অ্যাকাউন্টের এই কাজের অনুমতি নেই। প্রধান শিক্ষকের অ্যাকাউন্ট থেকে করুন।',
    en: 'Your account does not have this right.',
  },
  not_found: {
    status: 404,
    bn: 'যা খুঁজছেন তা পাওয়া যায়নি।',
    en: 'Not found.',
  },
  method_not_allowed: {
    status: 405,
    bn: 'এই ঠিকানায় এই কাজটি করা যায় না।',
    en: 'The method is not allowed at this URL.',
  },
  conflict: {
    status: 409,
    bn: 'তথ্যটি এরই মধ্যে আছে অথবা অন্য কেউ পরিবর্তন করেছেন। পাতাটি নতুন করে দেখে আবার চেষ্টা করুন।',
    en: 'The record exists already or was changed by someone else. Reload it and try again.',
  },
  upload_gone: {
    status: 410,
    bn: 'পাঠানো ফাইলটি সার্ভারে আর নেই। আবার পাঠান।',
    en: 'The upload is not here, or not complete. Send the file again.',
  },
  too_large: {
    status: 413,
    bn: 'ফাইলটি বেশি বড়। ছোট ফাইল দিন।',
    en: 'The file is too large.',
  },
  unsupported_media_type: {
    status: 415,
    bn: 'এই ধরনের ফাইল বা তথ্য গ্রহণযোগ্য নয়।',
    en: 'The media type is not supported.',
  },
  unknown_school: {
    status: 421,
    bn: 'এই ঠিকানায় কোনো বিদ্যালয়ের ওয়েবসাইট নেই। ঠিকানাটি মিলিয়ে দেখুন।',
    en: 'No school has this address. Check the host name.',
  },
  too_many_requests: {
    status: 429,
    bn: 'অনেকবার চেষ্টা হয়েছে। কিছুক্ষণ পর আবার চেষ্টা করুন।',
    en: 'Too many attempts. Try again later.',
  },
  internal: {
    status: 500,
    bn: 'সার্ভারে একটি সমস্যা হয়েছে। কিছুক্ষণ পর আবার চেষ্টা করুন।',
    en: 'Internal server error. Try again later.',
  },
  unavailable: {
    status: 503,
    bn: 'সার্ভার এই মুহূর্তে প্রস্তুত নয়। কিছুক্ষণ পর আবার চেষ্টা করুন।',
    en: 'The server is temporarily unavailable. Try again later.',
  },
  storage_full: {
    status: 507,
    bn: 'সার্ভারে জায়গা নেই। কিছুই সংরক্ষণ করা হয়নি।',
    en: 'The disk of the server is full. Nothing was saved.',
  },
} as const satisfies Record<ProblemCode, { status: number; bn: string; en: string }>

export type Language = 'bn' | 'en'

/** Body of every error response. */
export const ProblemBody = z.object({
  error: z.string().describe('Message for people, in the language of `Accept-Language`'),
  code: z.enum(problemCodes).describe('Stable code for programs, the same in every language'),
  fields: z
    .record(z.string(), z.string())
    .optional()
    .describe('Error message of each invalid field'),
})
export type ProblemBody = z.infer<typeof ProblemBody>

interface ProblemDetails {
  /** Replaces the code's own message, in both languages. */
  sentence?: { bn: string; en: string }
  /** Error message of each invalid field, by language. */
  fields?: Record<string, { bn: string; en: string }>
  /** Seconds for `Retry-After`. */
  retryAfter?: number
  /** Methods for `Allow`. */
  allow?: readonly string[]
  cause?: unknown
}

/** The error that the server throws for every error response. */
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

  /** Returns the response body in the client's language. */
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

/** Creates the problem for one invalid field. */
export function invalidField(
  field: string,
  text: { bn: string; en: string },
  cause?: unknown,
): Problem {
  return new Problem('validation_failed', { fields: { [field]: text }, cause })
}
