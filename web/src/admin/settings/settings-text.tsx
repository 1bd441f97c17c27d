import { settingsCopy } from '@bidyaloy/shared/copy/settings-copy'
import { type CopyParams, translator } from '@bidyaloy/shared/copy/translate'
import { Bilingual } from '../../ui/bilingual.tsx'

/** The texts of the site settings, which come with their screen. */
export const settingsText = translator(settingsCopy)
export type SettingsTextKey = keyof typeof settingsCopy

/** A text of the settings, followed by the quoted English where there is one. */
export function SettingsText({ id, params }: { id: SettingsTextKey; params?: CopyParams }) {
  return <Bilingual bn={settingsText(id, params)} en={settingsText.en(id, params)} />
}
