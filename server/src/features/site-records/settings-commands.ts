import {
  emptySiteSettings,
  type SitePicture,
  type SitePictureName,
  type SiteSettings,
  SiteSettingsChange,
} from '@bidyaloy/shared/school/site-settings'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import { SitePictureRow, type StoredFile } from '../../db/entities.ts'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { copyName, fileName } from '../../storage/file-names.ts'
import { createSingle, findSingle, updateSingle } from './single-record-commands.ts'

const settingsRecord = {
  name: 'settings',
  schema: SiteSettingsChange.omit({ __v: true }),
}

/** The settings, empty ones before anything was saved. */
export async function getSettings(reader: EntityManager): Promise<SiteSettings> {
  const found = await findSingle(reader, settingsRecord)
  if (!found) return emptySiteSettings
  const { _id, ...settings } = found
  // Counted from 1: 0 is the version of settings that were never saved.
  return { ...settings, pictures: await sitePictures(reader), __v: found.__v + 1 }
}

/** Saves all settings but the pictures. @throws Problem `conflict` */
export async function saveSettings(
  tx: EntityManager,
  { __v, ...settings }: z.output<typeof SiteSettingsChange>,
  now: Date,
): Promise<SiteSettings> {
  const present = await getSettings(tx)
  assertVersion(present.__v, __v)
  if (present.updatedAt === null) await createSingle(tx, settingsRecord, settings, now)
  else await updateSingle(tx, settingsRecord, settings, { version: undefined, now })
  return getSettings(tx)
}

/** Counts the version up for a change beside the record itself. */
export async function settingsChanged(tx: EntityManager, now: Date): Promise<SiteSettings> {
  const { pictures, updatedAt, __v, ...settings } = await getSettings(tx)
  return saveSettings(tx, settings, now)
}

/** The pictures that staff have set; null where there is none. */
async function sitePictures(reader: EntityManager): Promise<SiteSettings['pictures']> {
  const rows = await reader.find(SitePictureRow)
  const named = (name: SitePictureName) => {
    const row = rows.find((one) => one.name === name)
    return row ? presentSitePicture(row.file) : null
  }
  return { crest: named('crest'), banner: named('banner'), headTeacher: named('headTeacher') }
}

/** What everyone may see of a picture of the site. */
function presentSitePicture(file: StoredFile): SitePicture {
  const { folder, width = 0, height = 0, color = '', sizes = [] } = file
  return {
    filePath: `${folder}/${fileName(file)}`,
    ...{ width, height, color },
    sizes: sizes.map((copy) => ({
      ...copy,
      filePath: `${folder}/${copyName(file, copy.width)}`,
    })),
  }
}
