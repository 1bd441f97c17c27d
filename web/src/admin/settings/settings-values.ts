import { ApiError } from '@bidyaloy/shared/api/api'
import { fieldTexts, validationText } from '@bidyaloy/shared/api/issue-text'
import { readNumber, toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { settingsCopy } from '@bidyaloy/shared/copy/settings-copy'
import { websiteUrl } from '@bidyaloy/shared/school/contact-fields'
import {
  emptySiteSettings,
  SiteLink,
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
export type TextSetting = (typeof TEXT_SETTINGS)[number]
export type LinkSetting = (typeof LINK_SETTINGS)[number]

const settings: readonly (TextSetting | LinkSetting)[] = [...TEXT_SETTINGS, ...LINK_SETTINGS]

/** A link as it is typed, right or wrong. */
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

/** What the form shows. */
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

/** What the form says, as the contract takes it; still unchecked. */
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

/** @throws ZodError where the form was not checked before */
export function toSettings(values: TextValues): z.output<typeof SiteSettingsChange> {
  return SiteSettingsChange.parse(settingsBody(values))
}

/** Judges the form by the contract, and names what is wrong by the form's fields. */
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

/** A refusal that names the fields of the form instead of those of the contract. */
export function withFormFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { status, code, message, fields, retryAfter } = error
  return new ApiError(status, code, message, byField(Object.entries(fields)), retryAfter)
}

/** What is wrong by the name of the form's field; of a list the first link that is wrong. */
function byField(wrong: readonly (readonly [string, string])[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, text] of wrong) {
    const setting = settings.find((of) => name === of || name.startsWith(`${of}.`))
    if (!setting) continue
    const [place] = name.slice(setting.length + 1).split('.')
    const said = place ? `${nth(Number(place))} ${text}` : text
    fields[fieldName(setting)] ??= said
  }
  return fields
}

/** «৩ নং লিংক:» for the third link. */
const nth = (index: number) => `${t('settings.links.nth', { n: toBengaliDigits(index + 1) })}:`

/** What is wrong with a link that was typed. */
export function wrongInLink(link: TypedLink): Partial<Record<keyof TypedLink, string>> {
  const parsed = SiteLink.safeParse(completeLink(link))
  if (parsed.success) return {}
  const { label, href } = fieldTexts(parsed.error)
  const missing = link.href.trim() === '' ? validationText('valid.required').bn : href?.bn
  return { ...(label && { label: label.bn }), ...(href && missing && { href: missing }) }
}
