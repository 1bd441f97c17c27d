import {
  emptySiteSettings,
  type SiteSettings,
  SiteSettingsChange,
} from '@bidyaloy/shared/school/site-settings'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { createSingle, findSingle, updateSingle } from '../single-records/single-record-commands.ts'
import { sitePictures } from './site-picture-queries.ts'

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
