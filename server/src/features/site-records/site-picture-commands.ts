import { validationText } from '@bidyaloy/shared/api/issue-text'
import { Problem } from '@bidyaloy/shared/api/problem'
import { settingsCopy } from '@bidyaloy/shared/copy/settings-copy'
import {
  SITE_PICTURE_KINDS,
  type SitePictureName,
  type SiteSettings,
} from '@bidyaloy/shared/school/site-settings'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { SitePictureRow } from '../../db/entities.ts'
import type { StagedFile } from '../../http/multipart-upload.ts'
import { type FileRules, removeUnlessCommitted, type Storage } from '../../storage/storage.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import { settingsChanged } from './settings-commands.ts'

interface SitePictureDeps {
  db: Database
  storage: Storage
  clock: Clock
}

/** What is taken as a picture of the site, and where it is put. */
const sitePicturePlace: FileRules = {
  folder: 'uploads',
  accepts: SITE_PICTURE_KINDS,
}

/**
 * Sets a picture of the site. The one that it replaces goes only after the commit: a rollback must
 * still find it.
 * @throws Problem `validation_failed` on `file`, `unsupported_media_type`
 */
export async function setSitePicture(
  { db, storage, clock }: SitePictureDeps,
  { picture, file, by }: { picture: SitePictureName; file: StagedFile | undefined; by: string },
): Promise<SiteSettings> {
  if (!file) {
    throw new Problem('validation_failed', {
      fields: { file: validationText('valid.file.required') },
    })
  }
  const stored = await storage.store(file, sitePicturePlace)
  const { settings, replaced } = await removeUnlessCommitted(storage, stored, async () => {
    const result = await db.write(async (tx) => {
      const now = clock()
      const present = await tx.findOneBy(SitePictureRow, { name: picture })
      await tx.delete(SitePictureRow, { name: picture })
      await tx.insert(SitePictureRow, {
        ...{ name: picture, file: stored, fileStem: stored.stem, updatedAt: now.toISOString() },
      })
      await recordActivity(tx, { by, now }, { ...deedOn(picture), action: 'changed' })
      return { settings: await settingsChanged(tx, now), replaced: present?.file }
    })
    return { result, used: true }
  })
  if (replaced) await storage.remove(replaced)
  return settings
}

/** Takes a picture of the site away. @throws Problem `not_found` where none is set */
export async function removeSitePicture(
  { db, storage, clock }: SitePictureDeps,
  { picture, by }: { picture: SitePictureName; by: string },
): Promise<SiteSettings> {
  const { settings, removed } = await db.write(async (tx) => {
    const now = clock()
    const present = await tx.findOneBy(SitePictureRow, { name: picture })
    if (!present) throw new Problem('not_found')
    await tx.delete(SitePictureRow, { name: picture })
    await recordActivity(tx, { by, now }, { ...deedOn(picture), action: 'deleted' })
    return { settings: await settingsChanged(tx, now), removed: present.file }
  })
  await storage.remove(removed)
  return settings
}

function deedOn(picture: SitePictureName) {
  const title = settingsCopy[`settings.picture.${picture}`]
  return { subject: 'sitePicture', title, recordId: picture } as const
}
