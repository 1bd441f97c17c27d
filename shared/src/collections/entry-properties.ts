import * as z from 'zod'
import { textField } from '../api/text-field.ts'
import { startOfDay } from '../lib/bengali/dates.ts'
import { isDay } from '../lib/bengali/days.ts'
import { CLASS_NAMES } from '../school/classes.ts'

/*
 * The optional properties of entries (`EntryProperty` in `registry.ts`). In a form all of them are
 * text: an empty one is no value, lists and objects are JSON.
 */

/** A time in ISO 8601; a bare date is the start of that day in Dhaka. Outputs ISO 8601 UTC. */
export const DateTime = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'valid.date' })
  .transform((text, context) => {
    const time = text.length === 10 ? startOfDay(text) : new Date(text)
    const year = time.getUTCFullYear()
    if (Number.isNaN(time.getTime()) || year < 1800 || year > 2200) {
      context.addIssue({ code: 'custom', message: 'valid.date' })
      return z.NEVER
    }
    return time.toISOString()
  })

/** A time that a change may remove: null, or an empty multipart field. */
export const NullableDateTime = z.union([z.null(), z.literal('').transform(() => null), DateTime], {
  error: 'valid.date',
})

/** A calendar day in Dhaka, `YYYY-MM-DD`. */
export const Day = z.iso.date({ error: 'valid.date' }).refine(isDay, { error: 'valid.date' })

/** Groups of the navigation that own pages can stand in. */
export const MENU_GROUPS = [
  'papers',
  'intro',
  'manpower',
  'students',
  'results',
  'gallery',
] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

/** Number of days ahead, of now or of the publication, that a notice can be urgent. */
export const MAX_URGENT_DAYS = 7

/** Consent to photos without a day: class functions, in which no face is seen from near. */
export const DISTANT = 'distant'

/** Consent of parents to the photos of an album: the day it was given, or `DISTANT`. */
const Consent = z.union([z.literal(DISTANT), Day], { error: 'valid.date' })

/** Maximum length of the last part of a page's address, in UTF-16 units. */
export const MAX_SLUG_LENGTH = 80

/**
 * Makes the last part of an address of a text: NFC, letters, vowel signs and digits of any script,
 * hyphens between words. Empty if the text has none of them.
 */
export function slugOf(text: string): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Join_Control}]+/gu, '-')
  return [...words]
    .slice(0, MAX_SLUG_LENGTH)
    .join('')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, '')
}

const noValue = z.literal('').transform(() => null)
const nullable = <T extends z.ZodType>(schema: T, error: string) =>
  z.union([z.null(), noValue, schema], { error })

/** Parses JSON in a text field of a form. */
export const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'valid.choice' })
    return z.NEVER
  }
})
/** A value of a JSON body, or the same as JSON in a text field. */
export const jsonOr = <T extends z.ZodType>(schema: T) =>
  z.union([schema, jsonText.pipe(schema)], { error: 'valid.choice' })

const Classes = z
  .array(z.enum(CLASS_NAMES, { error: 'valid.enum.class' }), { error: 'valid.choice' })
  .max(CLASS_NAMES.length, { error: 'valid.max' })
  .transform((chosen) => CLASS_NAMES.filter((name) => chosen.includes(name)))

const Slug = textField({ max: MAX_SLUG_LENGTH }).refine((slug) => slugOf(slug) === slug, {
  error: 'valid.slug',
})

const Order = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,9}(\.\d{1,17})?$/)
      .transform(Number),
  ],
  {
    error: 'valid.number',
  },
)

/** Id of a kind, see `kinds.ts`. */
export const KindId = z
  .string({ error: 'valid.choice' })
  .regex(/^[\w-]{1,40}$/, { error: 'valid.choice' })

/** The properties in a creation or a change. Null, or empty in a form: no value. */
export const propertyInputs = {
  kind: nullable(KindId, 'valid.choice').optional().describe('One of the kinds of the collection'),
  classes: z
    .union([noValue, jsonOr(Classes)], { error: 'valid.choice' })
    .transform((classes) => classes ?? [])
    .optional()
    .describe('Classes it concerns; empty: all'),
  startsOn: nullable(Day, 'valid.date').optional().describe('Day in Dhaka, YYYY-MM-DD'),
  endsOn: nullable(Day, 'valid.date').optional().describe('Last day, if not the first'),
  time: textField({ max: 100, optional: true }).optional().describe('Time and place, as text'),
  slug: nullable(Slug, 'valid.slug')
    .optional()
    .describe(
      'Last part of the address: lower-case letters, digits and hyphens. Default: the title',
    ),
  menu: nullable(z.enum(MENU_GROUPS, { error: 'valid.choice' }), 'valid.choice')
    .optional()
    .describe('Group of the navigation; null: not in it'),
  order: Order.optional().describe('Lists by `order` begin with the smallest. Default: last'),
  fields: z
    .union([noValue, jsonOr(z.record(z.string().max(40), z.string().max(1000)))], {
      error: 'valid.choice',
    })
    .optional()
    .describe('Fields that only this collection has; replaced as a whole'),
  urgentUntil: NullableDateTime.optional().describe(
    `Stands on every page until then, at most ${MAX_URGENT_DAYS} days ahead. Null: not urgent`,
  ),
  consent: nullable(Consent, 'valid.date')
    .optional()
    .describe(
      'Consent of parents to the photos: the day on which it was given, YYYY-MM-DD, or `distant` for functions of a class without close-ups. Null: not asked',
    ),
} as const

/** The properties of a presented entry. */
export const presentedProperties = {
  kind: z.string().optional().describe('Id of its kind'),
  classes: z.array(z.enum(CLASS_NAMES)).optional().describe('Classes it concerns; absent: all'),
  startsOn: z.string().optional().describe('Day in Dhaka, YYYY-MM-DD'),
  endsOn: z.string().optional().describe('Last day, if not the first'),
  time: z.string().optional().describe('Time and place, as text'),
  slug: z.string().optional().describe('Last part of its address'),
  menu: z.enum(MENU_GROUPS).optional().describe('Group of the navigation it stands in'),
  order: z.number().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  urgentUntil: z.string().optional().describe('Stands on every page until then; absent afterwards'),
  consent: z
    .string()
    .optional()
    .describe(
      'Only for admins: the day of the consent of parents, or `distant`; absent: not asked',
    ),
} as const
