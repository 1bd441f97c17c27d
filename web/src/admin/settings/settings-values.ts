import { ApiError } from '@bidyaloy/shared/api/api'
import { fieldTexts, validationText } from '@bidyaloy/shared/api/issue-text'
import { readNumber, toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { type SettingsTextKey, settingsCopy } from '@bidyaloy/shared/copy/settings-copy'
import { websiteUrl } from '@bidyaloy/shared/school/contact-fields'
import {
  emptySiteSettings,
  SiteLink,
  type SitePictureName,
  type SiteSettings,
  SiteSettingsChange,
} from '@bidyaloy/shared/school/site-settings'
import { get, type Resolver, set } from 'react-hook-form'
import * as z from 'zod'
import type { TextValues } from '../form/use-record-form.ts'
import { withCopy } from '../t.ts'

const t = withCopy(settingsCopy)

/** The settings that are one text, in the order of the form. Each has its label: `settings.<name>`. */
export const TEXT_SETTINGS = [
  'identity.place',
  'identity.motto',
  'identity.welcome',
  'identity.established',
  'identity.nationalised',
  'identity.eiin',
  'identity.schoolCode',
  'headTeacher.name',
  'headTeacher.message',
  'jubilee.shown',
  'jubilee.number',
  'jubilee.title',
  'jubilee.text',
  'history',
  'services.internalResult',
  'services.publicResult',
  'services.attendance',
  'services.payment',
  'services.webmail',
  'mapPin.latitude',
  'mapPin.longitude',
  'credits.support',
  'credits.directorate',
] as const
/** Those that are a list of links. */
export const LINK_SETTINGS = [
  'sideLinks.eservices',
  'sideLinks.government',
  'sideLinks.webmaster',
  'menus.apa',
  'menus.integrity',
] as const
type TextSetting = (typeof TEXT_SETTINGS)[number]
export type LinkSetting = (typeof LINK_SETTINGS)[number]

const settings: readonly (TextSetting | LinkSetting)[] = [...TEXT_SETTINGS, ...LINK_SETTINGS]

/** A link as typed, not validated. */
const TypedLink = z.object({ label: z.string(), href: z.string() })
export type TypedLink = z.infer<typeof TypedLink>

/** The name of a setting's field: the form library takes dots for something else. */
export const fieldName = (setting: TextSetting | LinkSetting) => setting.replace('.', ':')

/** The setting whose `fieldName` this is. */
export function settingOf(field: string): TextSetting | LinkSetting | undefined {
  return settings.find((setting) => fieldName(setting) === field)
}

/** A list of links as the text of one field; empty for an empty list. */
export function linksText(links: readonly TypedLink[]): string {
  return links.length === 0 ? '' : JSON.stringify(links)
}

/** The links in such a text; none where it is no such text. */
export function linksIn(text: string): TypedLink[] {
  try {
    return z.array(TypedLink).parse(JSON.parse(text || '[]'))
  } catch {
    return []
  }
}

/** The form values of saved settings. */
export function settingsValues(saved: SiteSettings): TextValues {
  const textOf = (setting: TextSetting | LinkSetting) => {
    const links = LINK_SETTINGS.find((name) => name === setting)
    return links
      ? linksText(get(saved, links))
      : String(get(saved, setting) ?? get(emptySiteSettings, setting) ?? '')
  }
  return Object.fromEntries(settings.map((setting) => [fieldName(setting), textOf(setting)]))
}

/** «www.example.gov.bd», as people write addresses, with what belongs before it. */
const completeHref = (typed: string) =>
  typed.trim().startsWith('/') ? typed : (websiteUrl(typed.trim()) ?? typed)
const completeLink = (link: TypedLink): TypedLink => ({ ...link, href: completeHref(link.href) })

/** The numbers of the pin. Maps give both in one text, «23.8103, 90.4125»: either field takes them. */
function typedPin(values: TextValues) {
  const typed = (['mapPin.latitude', 'mapPin.longitude'] as const).map(
    (setting) => values[fieldName(setting)]?.trim() ?? '',
  )
  const pair = typed
    .map((text) => text.replace(/[()]/g, '').split(/\s*[,،;]\s*|\s+/))
    .find((parts) => parts.length === 2)
  const [latitude = '', longitude = ''] = pair ?? typed
  return { latitude: readNumber(latitude), longitude: readNumber(longitude) }
}

/** The request body of the form's values, not yet validated. */
function settingsBody(values: TextValues): unknown {
  const body = { mapPin: typedPin(values) }
  for (const setting of TEXT_SETTINGS) {
    if (setting.startsWith('mapPin.')) continue
    const typed = values[fieldName(setting)] ?? ''
    if (setting === 'jubilee.shown') set(body, setting, typed !== 'false')
    else set(body, setting, setting.startsWith('services.') ? completeHref(typed) : typed)
  }
  for (const setting of LINK_SETTINGS) {
    set(body, setting, linksIn(values[fieldName(setting)] ?? '').map(completeLink))
  }
  return body
}

/** @throws ZodError if the values are invalid */
export function toSettings(values: TextValues): z.output<typeof SiteSettingsChange> {
  return SiteSettingsChange.parse(settingsBody(values))
}

/** Validates the form by the API's schema; errors carry the names of the form's fields. */
export const settingsResolver: Resolver<Record<string, string>> = (values) => {
  const parsed = SiteSettingsChange.safeParse(settingsBody(values))
  if (parsed.success) return { values, errors: {} }
  const texts = Object.entries(fieldTexts(parsed.error)).map(
    ([name, { bn }]) => [name, bn] as const,
  )
  const errors = Object.entries(byField(texts)).map(([field, message]) => [
    field,
    { type: 'contract', message },
  ])
  return { values: {}, errors: Object.fromEntries(errors) }
}

/** Renames the fields of an API error to those of the form. */
export function withFormFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { status, code, message, fields, retryAfter } = error
  return new ApiError(status, code, message, byField(Object.entries(fields)), retryAfter)
}

/** Error messages by form field; for a list, the first invalid link. */
function byField(wrong: readonly (readonly [string, string])[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, text] of wrong) {
    const setting = settings.find((of) => name === of || name.startsWith(`${of}.`))
    if (!setting) continue
    const [index] = name.slice(setting.length + 1).split('.')
    fields[fieldName(setting)] ??= index ? `${nth(Number(index))} ${text}` : text
  }
  return fields
}

/** «৩ নং লিংক:» for the third link. */
const nth = (index: number) => `${t('settings.links.nth', { n: toBengaliDigits(index + 1) })}:`

/** The error messages of a typed link. */
export function linkErrors(link: TypedLink): Partial<Record<keyof TypedLink, string>> {
  const parsed = SiteLink.safeParse(completeLink(link))
  if (parsed.success) return {}
  const { label, href } = fieldTexts(parsed.error)
  const missing = link.href.trim() === '' ? validationText('valid.required').bn : href?.bn
  return { ...(label && { label: label.bn }), ...(href && missing && { href: missing }) }
}

/**
 * What is typed into a field: one line of words, many of them, a number or a code, a web address, the
 * history with its mark-up, or whether something is shown.
 */
type FieldKind = 'words' | 'lines' | 'code' | 'address' | 'history' | 'shown'

interface SectionField {
  name: TextSetting
  kind: FieldKind
  hint?: SettingsTextKey
  /** Whether it takes the whole width. */
  wide?: boolean
}

/** A part of the form with its own heading. */
export interface SettingsSection {
  /** The element's id is `section-<id>`. */
  id:
    | 'identity'
    | 'headTeacher'
    | 'jubilee'
    | 'history'
    | 'services'
    | 'mapPin'
    | 'sideLinks'
    | 'menus'
    | 'credits'
  hint?: SettingsTextKey
  pictures?: readonly SitePictureName[]
  fields?: readonly SectionField[]
  lists?: readonly LinkSetting[]
}

const code = (name: 'established' | 'nationalised' | 'eiin' | 'schoolCode'): SectionField => ({
  name: `identity.${name}`,
  kind: 'code',
  hint: `settings.identity.${name}.hint`,
})
const address = (
  name: 'internalResult' | 'publicResult' | 'attendance' | 'payment',
): SectionField => ({ name: `services.${name}`, kind: 'address' })

/** The sections of the settings, from top to bottom. */
export const settingsSections: readonly SettingsSection[] = [
  {
    id: 'identity',
    pictures: ['crest', 'banner'],
    fields: [
      { name: 'identity.place', kind: 'words', hint: 'settings.identity.place.hint' },
      { name: 'identity.motto', kind: 'words', hint: 'settings.identity.motto.hint' },
      {
        name: 'identity.welcome',
        kind: 'lines',
        wide: true,
        hint: 'settings.identity.welcome.hint',
      },
      code('established'),
      code('nationalised'),
      code('eiin'),
      code('schoolCode'),
    ],
  },
  {
    id: 'headTeacher',
    pictures: ['headTeacher'],
    fields: [
      {
        name: 'headTeacher.name',
        kind: 'words',
        wide: true,
        hint: 'settings.headTeacher.name.hint',
      },
      {
        name: 'headTeacher.message',
        kind: 'lines',
        wide: true,
        hint: 'settings.headTeacher.message.hint',
      },
    ],
  },
  {
    id: 'jubilee',
    hint: 'settings.jubilee.hint',
    fields: [
      { name: 'jubilee.shown', kind: 'shown' },
      { name: 'jubilee.number', kind: 'code', hint: 'settings.jubilee.number.hint' },
      { name: 'jubilee.title', kind: 'words', hint: 'settings.jubilee.title.hint' },
      { name: 'jubilee.text', kind: 'words', hint: 'settings.jubilee.text.hint' },
    ],
  },
  { id: 'history', fields: [{ name: 'history', kind: 'history', wide: true }] },
  {
    id: 'services',
    hint: 'settings.services.hint',
    fields: [
      address('internalResult'),
      address('publicResult'),
      address('attendance'),
      address('payment'),
      {
        name: 'services.webmail',
        kind: 'address',
        hint: 'settings.services.webmail.hint',
      },
    ],
  },
  {
    id: 'mapPin',
    hint: 'settings.mapPin.hint',
    fields: [
      { name: 'mapPin.latitude', kind: 'code', hint: 'settings.mapPin.latitude.hint' },
      { name: 'mapPin.longitude', kind: 'code', hint: 'settings.mapPin.longitude.hint' },
    ],
  },
  {
    id: 'sideLinks',
    hint: 'settings.links.hint',
    lists: ['sideLinks.eservices', 'sideLinks.government', 'sideLinks.webmaster'],
  },
  { id: 'menus', hint: 'settings.links.hint', lists: ['menus.apa', 'menus.integrity'] },
  {
    id: 'credits',
    fields: [
      { name: 'credits.support', kind: 'words', hint: 'settings.credits.support.hint' },
      { name: 'credits.directorate', kind: 'words', hint: 'settings.credits.directorate.hint' },
    ],
  },
]
