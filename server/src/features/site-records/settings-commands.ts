import { validationText } from '@bidyaloy/shared/api/issue-text'
import { Problem } from '@bidyaloy/shared/api/problem'
import { settingsCopy } from '@bidyaloy/shared/copy/settings-copy'
import {
  emptySiteSettings,
  SITE_PICTURE_KINDS,
  type SitePicture,
  type SitePictureName,
  type SiteSettings,
  SiteSettingsChange,
} from '@bidyaloy/shared/school/site-settings'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { SitePictureRow, type StoredFile } from '../../db/entities.ts'
import type { StagedFile } from '../../http/multipart-upload.ts'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { fileName, resizedName } from '../../storage/file-names.ts'
import { removeUnlessCommitted, type Storage } from '../../storage/storage.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import { createSingle, findSingle, updateSingle } from './single-record-commands.ts'

export const settingsRecord = {
  name: 'settings',
  thing: 'settings',
  schema: SiteSettingsChange.omit({ __v: true }),
} as const

/** Returns the settings; empty ones before they are saved. */
export async function getSettings(reader: EntityManager): Promise<SiteSettings> {
  const found = await findSingle(reader, settingsRecord)
  if (!found) return emptySiteSettings
  const { _id, ...settings } = found
  // Versions start at 1: 0 is the version of settings that were never saved.
  return { ...settings, pictures: await sitePictures(reader), __v: found.__v + 1 }
}

/** Saves all settings except the pictures. @throws Problem `conflict` */
export async function saveSettings(
  tx: EntityManager,
  { __v, ...changed }: z.output<typeof SiteSettingsChange>,
  context: ActionContext,
): Promise<SiteSettings> {
  const present = await getSettings(tx)
  assertVersion(present.__v, __v)
  const { kinds = present.kinds } = changed
  const settings = { ...changed, ...(kinds && { kinds }) }
  if (present.updatedAt === null) await createSingle(tx, settingsRecord, settings, context.now)
  else await updateSingle(tx, settingsRecord, settings, { version: undefined, ...context })
  return getSettings(tx)
}

/** Increases the version of the settings after a change of a picture. */
async function bumpVersion(tx: EntityManager, context: ActionContext): Promise<SiteSettings> {
  const { pictures, updatedAt, __v, ...settings } = await getSettings(tx)
  return saveSettings(tx, settings, context)
}

async function sitePictures(reader: EntityManager): Promise<SiteSettings['pictures']> {
  const rows = await reader.find(SitePictureRow)
  const named = (name: SitePictureName) => {
    const row = rows.find((one) => one.name === name)
    return row ? presentSitePicture(row.file) : null
  }
  return { crest: named('crest'), banner: named('banner'), headTeacher: named('headTeacher') }
}

function presentSitePicture(file: StoredFile): SitePicture {
  const { folder, width = 0, height = 0, color = '', sizes = [] } = file
  return {
    filePath: `${folder}/${fileName(file)}`,
    width,
    height,
    color,
    sizes: sizes.map((size) => ({
      ...size,
      filePath: `${folder}/${resizedName(file, size.width)}`,
    })),
  }
}

interface SitePictureDeps {
  db: Database
  storage: Storage
  clock: Clock
}

/**
 * Sets a picture of the site. A replaced file is removed only after the commit, because a rollback
 * still needs it.
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
  const stored = await storage.store(file, { folder: 'uploads', accepts: SITE_PICTURE_KINDS })
  const { settings, replaced } = await removeUnlessCommitted(storage, [stored], async () => {
    const result = await db.write(async (tx) => {
      const now = clock()
      const present = await tx.findOneBy(SitePictureRow, { name: picture })
      await tx.delete(SitePictureRow, { name: picture })
      const row = { name: picture, file: stored, fileStem: stored.stem }
      await tx.insert(SitePictureRow, { ...row, updatedAt: now.toISOString() })
      await recordActivity(tx, { by, now }, { action: 'changed', ...subjectOf(picture) })
      return { settings: await bumpVersion(tx, { by, now }), replaced: present?.file }
    })
    return { result, used: true }
  })
  if (replaced) await storage.remove(replaced)
  return settings
}

/** Removes a picture of the site. @throws Problem `not_found` if it is not set */
export async function removeSitePicture(
  { db, storage, clock }: SitePictureDeps,
  { picture, by }: { picture: SitePictureName; by: string },
): Promise<SiteSettings> {
  const { settings, removed } = await db.write(async (tx) => {
    const now = clock()
    const present = await tx.findOneBy(SitePictureRow, { name: picture })
    if (!present) throw new Problem('not_found')
    await tx.delete(SitePictureRow, { name: picture })
    await recordActivity(tx, { by, now }, { action: 'deleted', ...subjectOf(picture) })
    return { settings: await bumpVersion(tx, { by, now }), removed: present.file }
  })
  await storage.remove(removed)
  return settings
}

function subjectOf(picture: SitePictureName) {
  const title = settingsCopy[`settings.picture.${picture}`]
  return { subject: 'sitePicture', title, recordId: picture } as const
}
