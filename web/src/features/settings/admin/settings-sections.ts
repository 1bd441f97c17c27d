import { type KindedCollection, kindedCollections } from '@bidyaloy/shared/collections/kinds'
import type { SettingsTextKey } from '@bidyaloy/shared/features/settings/copy'
import type { SitePictureName } from '@bidyaloy/shared/features/settings/settings'

/** A control: one line of text, several lines, a number or code, a URL, Markdown, or yes and no. */
type FieldKind = 'text' | 'lines' | 'code' | 'url' | 'history' | 'shown'

interface SettingsSection {
  id: string
  tab: SettingsTab
  hint?: SettingsTextKey
  pictures?: readonly SitePictureName[]
  /** Settings that are one text. Each has its label `settings.<name>`. */
  fields?: readonly {
    name: string
    kind: FieldKind
    wide?: true
    hint?: SettingsTextKey
    /** Asked only until the contact record is saved, which has it. */
    isInContact?: true
  }[]
  /** Settings that are a list of links. */
  lists?: readonly string[]
  /** The collections whose kinds are set there. */
  kinds?: readonly KindedCollection[]
}

/** The tabs of the form in their order; each has its text `settings.tab.<name>`. */
export const settingsTabs = ['school', 'about', 'front', 'services', 'links', 'kinds'] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** The sections of the settings form, in the order of its tabs. */
export const settingsSections = [
  {
    id: 'identity',
    tab: 'school',
    pictures: ['crest'],
    fields: [
      { name: 'identity.name', kind: 'text', wide: true, isInContact: true },
      { name: 'identity.phone', kind: 'code', wide: true, isInContact: true },
      { name: 'identity.motto', kind: 'text', hint: 'settings.identity.motto.hint' },
      { name: 'identity.established', kind: 'code', hint: 'settings.identity.established.hint' },
    ],
  },
  {
    id: 'headTeacher',
    tab: 'school',
    pictures: ['headTeacher'],
    fields: [
      { name: 'headTeacher.name', kind: 'text', wide: true },
      { name: 'headTeacher.message', kind: 'lines', wide: true },
    ],
  },
  {
    id: 'about',
    tab: 'about',
    fields: [
      { name: 'identity.place', kind: 'text', hint: 'settings.identity.place.hint' },
      { name: 'identity.nationalised', kind: 'code', hint: 'settings.identity.nationalised.hint' },
      { name: 'identity.eiin', kind: 'code', hint: 'settings.identity.eiin.hint' },
      { name: 'identity.schoolCode', kind: 'code', hint: 'settings.identity.schoolCode.hint' },
      { name: 'history', kind: 'history', wide: true },
    ],
  },
  {
    id: 'front',
    tab: 'front',
    pictures: ['banner'],
    fields: [
      {
        name: 'identity.welcome',
        kind: 'lines',
        wide: true,
        hint: 'settings.identity.welcome.hint',
      },
    ],
  },
  {
    id: 'jubilee',
    tab: 'front',
    hint: 'settings.jubilee.hint',
    fields: [
      { name: 'jubilee.shown', kind: 'shown' },
      { name: 'jubilee.number', kind: 'code', hint: 'settings.jubilee.number.hint' },
      { name: 'jubilee.title', kind: 'text', hint: 'settings.jubilee.title.hint' },
      { name: 'jubilee.text', kind: 'text', hint: 'settings.jubilee.text.hint' },
    ],
  },
  {
    id: 'services',
    tab: 'services',
    hint: 'settings.services.hint',
    fields: [
      { name: 'services.internalResult', kind: 'url' },
      { name: 'services.publicResult', kind: 'url' },
      { name: 'services.attendance', kind: 'url' },
      { name: 'services.payment', kind: 'url' },
      { name: 'services.webmail', kind: 'url', wide: true, hint: 'settings.services.webmail.hint' },
    ],
  },
  {
    id: 'mapPin',
    tab: 'services',
    hint: 'settings.mapPin.hint',
    fields: [
      { name: 'mapPin.latitude', kind: 'code', hint: 'settings.mapPin.latitude.hint' },
      { name: 'mapPin.longitude', kind: 'code', hint: 'settings.mapPin.longitude.hint' },
    ],
  },
  {
    id: 'sideLinks',
    tab: 'links',
    hint: 'settings.links.hint',
    lists: ['sideLinks.eservices', 'sideLinks.government', 'sideLinks.webmaster'],
  },
  { id: 'menus', tab: 'links', lists: ['menus.apa', 'menus.integrity'] },
  {
    id: 'credits',
    tab: 'links',
    fields: [
      { name: 'credits.support', kind: 'text', hint: 'settings.credits.support.hint' },
      { name: 'credits.directorate', kind: 'text', hint: 'settings.credits.directorate.hint' },
    ],
  },
  { id: 'kinds', tab: 'kinds', hint: 'settings.kinds.hint', kinds: kindedCollections },
] as const satisfies readonly SettingsSection[]

type Section = (typeof settingsSections)[number]
export type SettingsField = Extract<Section, { fields: unknown }>['fields'][number]
export type LinkSetting = Extract<Section, { lists: unknown }>['lists'][number]
export type KindSetting = `kinds.${KindedCollection}`
/** A setting by its path in the settings, such as `identity.place`. */
export type Setting = SettingsField['name'] | LinkSetting | KindSetting

export const settingsFields: readonly SettingsField[] = settingsSections.flatMap(
  (section): readonly SettingsField[] => ('fields' in section ? section.fields : []),
)
export const linkSettings: readonly LinkSetting[] = settingsSections.flatMap(
  (section): readonly LinkSetting[] => ('lists' in section ? section.lists : []),
)
export const kindSettings = kindedCollections.map((name) => `kinds.${name}` as const)

/** Returns the settings of a tab. */
export const settingsOf = (tab: SettingsTab): Setting[] =>
  settingsSections
    .filter((section) => section.tab === tab)
    .flatMap((section): readonly Setting[] => [
      ...('fields' in section ? section.fields.map(({ name }) => name) : []),
      ...('lists' in section ? section.lists : []),
      ...('kinds' in section ? kindSettings : []),
    ])

/** All settings, in the order of the form. */
export const settingNames: readonly Setting[] = settingsTabs.flatMap(settingsOf)
