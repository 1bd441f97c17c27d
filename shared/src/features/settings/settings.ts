import * as z from 'zod'
import { textField } from '../../api/text-field.ts'
import { PictureSize, Version } from '../../collections/entry.ts'
import { KindId } from '../../collections/entry-properties.ts'
import { kindedCollections } from '../../collections/kinds.ts'
import { collections } from '../../collections/registry.ts'
import { parseUrl } from '../../web-address.ts'

const line = textField({ max: 300, optional: true })
const paragraph = textField({ max: 5000, optional: true, lines: 'many' })

/** A link: a page of this site (`/…`), http(s) or mailto; no other scheme. */
const href = textField({ max: 1000, required: 'valid.url' }).refine(
  (value) =>
    /^\/(?![/\\])/.test(value) ||
    ['http:', 'https:', 'mailto:'].includes(parseUrl(value)?.protocol ?? ''),
  { error: 'valid.url' },
)
const optionalHref = z.union([z.literal(''), href], { error: 'valid.url' })
/** An http(s) URL, or empty. */
const optionalWebAddress = textField({ max: 1000, optional: true }).refine(
  (value) => value === '' || ['http:', 'https:'].includes(parseUrl(value)?.protocol ?? ''),
  { error: 'valid.url' },
)

export const SiteLink = z.object({ label: textField({ max: 200 }), href })
export type SiteLink = z.infer<typeof SiteLink>
const links = z.array(SiteLink).max(50, { error: 'valid.max' })

/** Degrees within the country's bounds; null if not set. */
const degrees = (range: { min: number; max: number }, error: string) =>
  z.number({ error: 'valid.number' }).min(range.min, { error }).max(range.max, { error }).nullable()

const MapPin = z
  .object({
    latitude: degrees({ min: 20, max: 27 }, 'valid.latitude'),
    longitude: degrees({ min: 88, max: 93 }, 'valid.longitude'),
  })
  .refine(({ latitude, longitude }) => longitude !== null || latitude === null, {
    path: ['longitude'],
    error: 'valid.longitude',
  })
  .refine(({ latitude, longitude }) => latitude !== null || longitude === null, {
    path: ['latitude'],
    error: 'valid.latitude',
  })

/** Maximum number of kinds of a collection. */
export const MAX_KINDS = 20

/** The kinds of one collection. */
const Kinds = z
  .array(z.object({ id: KindId, name: textField({ max: 60 }) }))
  .max(MAX_KINDS, { error: 'valid.max' })
  .refine((kinds) => new Set(kinds.map(({ id }) => id)).size === kinds.length, {
    error: 'valid.choice',
  })

const settings = {
  identity: z.object({
    name: line.default('').describe('Name of the school until the contact record has it'),
    phone: line.default('').describe('Its telephone until the contact record has it'),
    place: line.describe('Town or district, shown under the name'),
    motto: line,
    welcome: paragraph.describe('Paragraph under the motto on the home page'),
    established: line.describe('Year of founding'),
    nationalised: line,
    eiin: line,
    schoolCode: line,
  }),
  headTeacher: z.object({ name: line, message: paragraph }),
  /** Link lists of the side panel. */
  sideLinks: z.object({ eservices: links, government: links, webmaster: links }),
  /** Navigation groups with links of the school. */
  menus: z.object({ apa: links, integrity: links }),
  /** The festive gallery and its box on the home page; empty texts mean the golden jubilee. */
  jubilee: z
    .object({
      shown: z.boolean().describe('Whether the home page shows the box'),
      number: textField({ max: 8, optional: true }).describe(
        'Number of years, shown in large digits',
      ),
      title: textField({ max: 60, optional: true }),
      text: line.describe('Sentence under the title'),
    })
    .default({ shown: true, number: '', title: '', text: '' }),
  history: textField({ max: 30_000, optional: true, lines: 'many' }).describe(
    'Brief history in a subset of Markdown: paragraphs, «## » headings, «- » lists, **bold**, [text](address)',
  ),
  /** URLs of external services; empty if not set. */
  services: z.object({
    internalResult: optionalHref,
    attendance: optionalHref,
    payment: optionalHref,
    publicResult: optionalHref,
    webmail: optionalWebAddress.default('').describe('Web mail of the staff'),
  }),
  mapPin: MapPin.default({ latitude: null, longitude: null }).describe(
    'Location in degrees: both or neither',
  ),
  credits: z.object({ support: line, directorate: line }),
  approval: z
    .boolean()
    .optional()
    .describe(
      'Whether what a clerk publishes waits for approval; absent: no. Absent in a change: unchanged',
    ),
  hidesAskedPhotos: z
    .boolean()
    .optional()
    .describe(
      'Whether a photo is hidden by itself when two different addresses ask for that within 7 days; absent: no. Absent in a change: unchanged',
    ),
  kinds: z
    .partialRecord(z.enum(kindedCollections), Kinds)
    .optional()
    .describe(
      'Kinds of entries, by collection; absent: the standard ones. Absent in a change: unchanged',
    ),
}

export const SiteSettingsChange = z.object({ ...settings, __v: Version.optional() })
export type SiteSettingsChange = z.input<typeof SiteSettingsChange>

/** Site pictures, each with its own upload. */
export const SITE_PICTURES = ['crest', 'banner', 'headTeacher'] as const
export type SitePictureName = (typeof SITE_PICTURES)[number]
/** Accepted file types, detected by content. */
export const SITE_PICTURE_KINDS = collections.gallery.accepts

export const SitePicture = z.object({
  filePath: z.string().describe('Path without a leading slash'),
  width: z.int(),
  height: z.int(),
  color: z.string().describe('Dominant colour, #rrggbb'),
  sizes: z.array(PictureSize).describe('Smaller WebP copies'),
})
export type SitePicture = z.infer<typeof SitePicture>

export const SiteSettings = z.object({
  ...settings,
  pictures: z
    .object({
      crest: SitePicture.nullable(),
      banner: SitePicture.nullable(),
      headTeacher: SitePicture.nullable(),
    })
    .describe('Null without an upload; each has its own upload endpoint'),
  __v: z.int(),
  updatedAt: z.string().nullable().describe('Null before the first save'),
})
export type SiteSettings = z.infer<typeof SiteSettings>
