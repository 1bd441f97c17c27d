import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField, Problem } from '@bidyaloy/shared/api/problem'
import { settingsCopy } from '@bidyaloy/shared/features/settings/copy'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import { settings as type } from '@bidyaloy/shared/features/settings/record'
import {
  SITE_PICTURE_KINDS,
  SITE_PICTURES,
  type SitePicture,
  type SitePictureName,
  type SiteSettings,
  SiteSettingsChange,
} from '@bidyaloy/shared/features/settings/settings'
import type { EntityManager } from 'typeorm'
import * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { SitePictureRow, type StoredFile, type VersionRow } from '../../db/entities.ts'
import { isReadable } from '../../db/stored-values.ts'
import type { StagedFile } from '../../http/multipart-upload.ts'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { fileName, resizedName } from '../../storage/file-names.ts'
import { removeUnlessCommitted, type Storage } from '../../storage/storage.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import { createSingle, findSingle, updateSingle } from '../records/single-record-commands.ts'

export const settingsModel = {
  type,
  schema: SiteSettingsChange.omit({ __v: true }),
  instead: {},
  restore: restoreSettings,
} as const

/** Returns the settings; empty ones before they are saved. */
export async function getSettings(reader: EntityManager): Promise<SiteSettings> {
  const found = await findSingle(reader, settingsModel)
  if (!found) return emptySiteSettings
  const { _id, ...settings } = found
  // Versions start at 1: 0 is the version of settings that were never saved.
  return { ...settings, pictures: await sitePictures(reader), __v: found.__v + 1 }
}

/** Of a change: files that nothing references any more are added to `unused`. */
type SettingsContext = ActionContext & { unused?: StoredFile[] }

/** Saves all settings except the pictures. @throws Problem `conflict` */
export async function saveSettings(
  tx: EntityManager,
  { __v, ...changed }: z.output<typeof SiteSettingsChange>,
  context: SettingsContext,
): Promise<SiteSettings> {
  const present = await getSettings(tx)
  assertVersion(present.__v, __v)
  const {
    kinds = present.kinds,
    approval = present.approval,
    hidesAskedPhotos = present.hidesAskedPhotos,
  } = changed
  const settings = {
    ...changed,
    ...(kinds && { kinds }),
    ...(approval !== undefined && { approval }),
    ...(hidesAskedPhotos !== undefined && { hidesAskedPhotos }),
  }
  if (present.updatedAt === null) await createSingle(tx, settingsModel, settings, context.now)
  else await keepAndUpdate(tx, settings, context)
  return getSettings(tx)
}

type Settings = z.output<typeof settingsModel.schema>

/** Keeps the settings with their pictures as a former version, and changes them. */
async function keepAndUpdate(tx: EntityManager, settings: Settings, context: SettingsContext) {
  const rows = (await tx.find(SitePictureRow)).filter(isReadable)
  const pictures = Object.fromEntries(rows.map(({ name, fileStem }) => [name, fileStem]))
  const former = { data: { pictures }, files: rows.map(({ file }) => file) }
  await updateSingle(tx, settingsModel, settings, { version: undefined, ...context, former })
}

/** Keeps the settings before a change of a picture, and increases their version. */
async function bumpVersion(tx: EntityManager, context: SettingsContext): Promise<void> {
  const { pictures, updatedAt, __v, ...settings } = await getSettings(tx)
  await saveSettings(tx, settings, context)
}

/** The pictures of a former version, by the stem of their file. */
const FormerPictures = z.object({
  pictures: z.partialRecord(z.enum(SITE_PICTURES), z.string()).optional(),
})

/**
 * Changes the settings and the pictures back to a former version. A version that an earlier program
 * kept has no pictures: those of today stay.
 * @throws Problem `validation_failed` if an earlier program stored another shape
 */
async function restoreSettings(
  tx: EntityManager,
  { data, files }: Pick<VersionRow, 'data' | 'files'>,
  context: SettingsContext,
): Promise<void> {
  const parsed = settingsModel.schema.safeParse(data)
  if (!parsed.success) throw new Problem('validation_failed', { cause: parsed.error })
  const { approval, hidesAskedPhotos } = await getSettings(tx)
  // Only heads switch these; former versions are restored by editors too.
  const settings = { ...parsed.data, approval, hidesAskedPhotos }
  await keepAndUpdate(tx, settings, context)
  const { pictures } = FormerPictures.parse(data)
  if (!pictures) return
  for (const name of SITE_PICTURES) {
    const file = (files ?? []).find(({ stem }) => stem === pictures[name])
    await putPicture(tx, name, file, context.now)
  }
}

async function putPicture(
  tx: EntityManager,
  name: SitePictureName,
  file: StoredFile | undefined,
  now: Date,
): Promise<void> {
  await tx.delete(SitePictureRow, { name })
  if (!file) return
  const updatedAt = now.toISOString()
  await tx.insert(SitePictureRow, { name, file, fileStem: file.stem, updatedAt })
}

async function sitePictures(reader: EntityManager): Promise<SiteSettings['pictures']> {
  const rows = (await reader.find(SitePictureRow)).filter(isReadable)
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
 * Sets a picture of the site. The former version of the settings keeps a replaced file.
 * @throws Problem `validation_failed` on `file`, `unsupported_media_type`
 */
export async function setSitePicture(
  { db, storage, clock }: SitePictureDeps,
  { picture, file, by }: { picture: SitePictureName; file: StagedFile | undefined; by: string },
): Promise<SiteSettings> {
  if (!file) {
    throw invalidField('file', validationText('valid.file.required'))
  }
  const stored = await storage.store(file, {
    folder: 'uploads',
    accepts: SITE_PICTURE_KINDS,
    isIcon: picture !== 'banner',
  })
  const unused: StoredFile[] = []
  const settings = await removeUnlessCommitted(storage, [stored], async () => {
    const result = await db.write(async (tx) => {
      const context = { by, now: clock(), unused }
      await bumpVersion(tx, context)
      await putPicture(tx, picture, stored, context.now)
      await recordActivity(tx, context, { action: 'changed', ...subjectOf(picture) })
      return getSettings(tx)
    })
    return { result, used: true }
  })
  for (const file of unused) await storage.remove(file)
  return settings
}

/** Removes a picture of the site. @throws Problem `not_found` if it is not set */
export async function removeSitePicture(
  { db, storage, clock }: SitePictureDeps,
  { picture, by }: { picture: SitePictureName; by: string },
): Promise<SiteSettings> {
  const unused: StoredFile[] = []
  const settings = await db.write(async (tx) => {
    const context = { by, now: clock(), unused }
    if (!(await tx.existsBy(SitePictureRow, { name: picture }))) throw new Problem('not_found')
    await bumpVersion(tx, context)
    await putPicture(tx, picture, undefined, context.now)
    await recordActivity(tx, context, { action: 'deleted', ...subjectOf(picture) })
    return getSettings(tx)
  })
  for (const file of unused) await storage.remove(file)
  return settings
}

function subjectOf(picture: SitePictureName) {
  const title = settingsCopy[`settings.picture.${picture}`]
  return { subject: 'sitePicture', title, recordId: picture } as const
}
