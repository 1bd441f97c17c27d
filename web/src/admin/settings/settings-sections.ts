import type { SettingsTextKey } from '@bidyaloy/shared/copy/settings-copy'
import type { SitePictureName } from '@bidyaloy/shared/school/site-settings'
import type { LinkSetting, TextSetting } from './settings-values.ts'

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
  /** Also the place in the page to which links lead: `section-<id>`. */
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
        ...{ name: 'identity.welcome', kind: 'lines', wide: true },
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
        ...{ name: 'headTeacher.name', kind: 'words', wide: true },
        hint: 'settings.headTeacher.name.hint',
      },
      {
        ...{ name: 'headTeacher.message', kind: 'lines', wide: true },
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
        ...{ name: 'services.webmail', kind: 'address' },
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
