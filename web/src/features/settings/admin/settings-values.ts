import { ApiError } from '@bidyaloy/shared/api/api'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import {
  type Kind,
  kindedCollections,
  kindsOf,
  standardKinds,
} from '@bidyaloy/shared/collections/kinds'
import { websiteUrl } from '@bidyaloy/shared/features/contact/contact-fields'
import { settingsCopy } from '@bidyaloy/shared/features/settings/copy'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import {
  SiteLink,
  type SiteSettings,
  SiteSettingsChange,
} from '@bidyaloy/shared/features/settings/settings'
import { readNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { get, set } from 'react-hook-form'
import * as z from 'zod'
import { contractResolver, schemaErrors } from '../../../admin/form/contract-resolver.ts'
import type { TextValues } from '../../../admin/form/drafts.ts'
import { withCopy } from '../../../admin/t.ts'
import { linkSettings, type Setting, settingNames, settingsFields } from './settings-sections.ts'

const t = withCopy(settingsCopy)

/** A link as typed, not validated. */
const TypedLink = z.object({ label: z.string(), href: z.string() })
export type TypedLink = z.infer<typeof TypedLink>

/** The form field of a setting: react-hook-form reads dots as nesting. */
export const fieldName = (setting: Setting) => setting.replace('.', ':')

/** Returns the setting whose `fieldName` this is. */
export function settingOf(field: string): Setting | undefined {
  return settingNames.find((setting) => fieldName(setting) === field)
}

/** Links as the value of one field; an empty string for no links. */
export function linksText(links: readonly TypedLink[]): string {
  return links.length === 0 ? '' : JSON.stringify(links)
}

/** Parses a field of links; returns no links for invalid JSON. */
export function linksIn(text: string): TypedLink[] {
  try {
    return z.array(TypedLink).parse(JSON.parse(text || '[]'))
  } catch {
    return []
  }
}

const Kinds = z.array(z.object({ id: z.string(), name: z.string() }))

/** Kinds as the value of one field. */
export const kindsText = (kinds: readonly Kind[]): string => JSON.stringify(kinds)

/** Parses a field of kinds; returns none for invalid JSON. */
export function kindsIn(text: string): Kind[] {
  try {
    return Kinds.parse(JSON.parse(text || '[]'))
  } catch {
    return []
  }
}

/** The form values of saved settings. */
export function settingsValues(saved: SiteSettings): TextValues {
  return Object.fromEntries([
    ...settingsFields.map(({ name }) => [
      fieldName(name),
      String(get(saved, name) ?? get(emptySiteSettings, name) ?? ''),
    ]),
    ...linkSettings.map((name) => [fieldName(name), linksText(get(saved, name))]),
    ...kindedCollections.map((name) => [
      fieldName(`kinds.${name}`),
      kindsText(kindsOf(name, saved)),
    ]),
  ])
}

/** Adds the missing `https://` of «www.example.gov.bd». */
const completeHref = (typed: string) =>
  typed.trim().startsWith('/') ? typed : (websiteUrl(typed.trim()) ?? typed)
const completeLink = (link: TypedLink): TypedLink => ({ ...link, href: completeHref(link.href) })

/** The numbers of the pin. Either field accepts both, as maps show them: «23.8103, 90.4125». */
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

/** The lists of kinds that differ from the standard ones. */
function ownKinds(values: TextValues) {
  const lists = kindedCollections.flatMap((name) => {
    const text = values[fieldName(`kinds.${name}`)] ?? ''
    return text === '' || text === kindsText(standardKinds[name]) ? [] : [[name, kindsIn(text)]]
  })
  return Object.fromEntries(lists)
}

/** The request body, not yet validated. */
function settingsBody(values: TextValues): unknown {
  const body = { mapPin: typedPin(values) }
  for (const { name, kind } of settingsFields) {
    if (name.startsWith('mapPin.')) continue
    const typed = values[fieldName(name)] ?? ''
    set(
      body,
      name,
      kind === 'shown' ? typed !== 'false' : kind === 'url' ? completeHref(typed) : typed,
    )
  }
  for (const name of linkSettings) {
    set(body, name, linksIn(values[fieldName(name)] ?? '').map(completeLink))
  }
  return { ...body, kinds: ownKinds(values) }
}

/** @throws ZodError if the values are invalid */
export function toSettings(values: TextValues): z.output<typeof SiteSettingsChange> {
  return SiteSettingsChange.parse(settingsBody(values))
}

/** Validates the form with the API's schema; errors have the names of the form's fields. */
export const settingsResolver = contractResolver(z.unknown(), undefined, (values) =>
  byField(schemaErrors(SiteSettingsChange, settingsBody(values))),
)

/** Renames the fields of an API error to those of the form. */
export function withFormFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { status, code, message, fields, retryAfter } = error
  return new ApiError(status, code, message, byField(fields), retryAfter)
}

/** Renames API fields to form fields. The message of a list is that of its first invalid row. */
function byField(messages: Readonly<Record<string, string>>): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, text] of Object.entries(messages)) {
    const setting = settingNames.find((of) => name === of || name.startsWith(`${of}.`))
    if (!setting) continue
    const [index] = name.slice(setting.length + 1).split('.')
    fields[fieldName(setting)] ??= index ? `${nth(setting, Number(index))} ${text}` : text
  }
  return fields
}

/** «৩ নং লিংক:» for the third link. */
function nth(setting: Setting, index: number): string {
  const key = setting.startsWith('kinds.') ? 'settings.kinds.nth' : 'settings.links.nth'
  return `${t(key, { n: toBengaliDigits(index + 1) })}:`
}

/** Returns the error messages of a typed link. */
export function linkErrors(link: TypedLink): Partial<TypedLink> {
  const errors: Partial<TypedLink> = schemaErrors(SiteLink, completeLink(link))
  const isMissing = errors.href !== undefined && link.href.trim() === ''
  return isMissing ? { ...errors, href: validationText('valid.required').bn } : errors
}
