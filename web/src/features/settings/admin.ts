import { settingsCopy } from '@bidyaloy/shared/features/settings/copy'
import { settingsTexts, settings as type } from '@bidyaloy/shared/features/settings/record'
import type { AdminFeature } from '../../admin/feature.ts'
import { withCopy } from '../../admin/t.ts'
import { settingNames } from './admin/settings-sections.ts'

const t = withCopy(settingsCopy)

export const adminFeature: AdminFeature = {
  name: type.name,
  link: {
    path: type.screen,
    label: settingsTexts['admin.sidebar.settings'],
    icon: 'cog',
    help: 'school',
    right: 'settings',
    isLast: true,
  },
  screens: [
    {
      path: type.screen,
      load: async () => (await import('./admin/settings-screen.tsx')).SettingsScreen,
    },
  ],
  fieldNames: {
    updateSettings: Object.fromEntries(settingNames.map((name) => [name, t(`settings.${name}`)])),
  },
  // Without a list of kinds, the standard ones apply.
  comparedData: (data) => ({ kinds: {}, ...data }),
  filesOf: async (record) => (await import('./admin/picture-files.ts')).pictureFiles(record),
}
