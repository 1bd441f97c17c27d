import type { EntryFile } from '@bidyaloy/shared/collections/entry'
import { settingsCopy } from '@bidyaloy/shared/features/settings/copy'
import { SITE_PICTURES, SiteSettings } from '@bidyaloy/shared/features/settings/settings'
import { withCopy } from '../../../admin/t.ts'

const t = withCopy(settingsCopy)
const WithPictures = SiteSettings.pick({ pictures: true })

/** Returns the pictures of the settings as files of a record. */
export function pictureFiles(settings: object): EntryFile[] {
  const { pictures } = WithPictures.parse(settings)
  return SITE_PICTURES.flatMap((name) => {
    const picture = pictures[name]
    if (!picture) return []
    return [{ ...picture, fileName: t(`settings.picture.${name}`), mimeType: '', size: 0 }]
  })
}
