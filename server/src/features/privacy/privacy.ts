import { entryAddress } from '@bidyaloy/shared/collections/registry'
import { privacyCopy } from '@bidyaloy/shared/features/privacy/copy'
import { pages } from '@bidyaloy/shared/features/privacy/paths'
import type { Privacy } from '@bidyaloy/shared/features/privacy/privacy'
import { SESSION_DAYS } from '@bidyaloy/shared/school/admin-session'
import { READER_RETENTION_DAYS } from '@bidyaloy/shared/school/reader-counts'
import { MAX_VERSIONS, TRASH_DAYS, VERSION_DAYS } from '@bidyaloy/shared/school/versions'
import type { EntityManager } from 'typeorm'
import type { Config } from '../../config.ts'
import type { ServerFeature } from '../../feature.ts'
import { route } from '../../http/route.ts'
import { CACHE_SECONDS } from '../../http/static-files.ts'
import { RETENTION_DAYS as ACTIVITY_DAYS } from '../activity/activity-commands.ts'
import { DEVICE_DAYS } from '../auth/device-cookie.ts'
import { LONGEST_WINDOW_HOURS } from '../auth/login-limit.ts'
import { DAILY_BACKUPS, MANUAL_BACKUPS, WEEKLY_BACKUPS } from '../backup/backup-schedule.ts'
import { listEntries } from '../collections/collection-queries.ts'
import { getTexts } from '../disclosure/disclosure.ts'
import { WINDOW_SECONDS as PHOTO_REQUEST_SECONDS } from '../photo-requests/photo-requests.ts'
import { WINDOW_SECONDS as ALERT_SECONDS } from '../push/push-routes.ts'
import { MAX_FAILING_DAYS } from '../push/push-sender.ts'
import { WINDOW_SECONDS as RESULT_SECONDS } from '../results/try-limits.ts'
import { WINDOW_SECONDS as VERIFY_SECONDS } from '../verify/verify-form.ts'

/** For how long what a visitor sends counts for the address, in seconds. */
const FORM_WINDOWS = [ALERT_SECONDS, VERIFY_SECONDS, PHOTO_REQUEST_SECONDS, RESULT_SECONDS]

/** What is known of an installation besides its records. */
export interface Installation {
  config: Pick<Config, 'backupAt' | 'away' | 'bucket' | 'videoPictures'>
  isReading: boolean
  /** Whether pages are written as a static copy. */
  isCopy?: true
}

/** Returns what the program does with data, by the constants and settings that make it do so. */
const factsOf = ({ config, isReading, isCopy }: Installation): Privacy => ({
  isCopy: isCopy === true,
  isReading,
  hasVideoPictures: config.videoPictures !== null,
  isInBucket: config.bucket !== undefined,
  readerDays: READER_RETENTION_DAYS,
  limitMinutes: Math.max(...FORM_WINDOWS) / 60,
  signInHours: LONGEST_WINDOW_HOURS,
  pushFailingDays: MAX_FAILING_DAYS,
  trashDays: TRASH_DAYS,
  cacheHours: (CACHE_SECONDS.browsers + CACHE_SECONDS.whileRevalidating) / 3600,
  versions: MAX_VERSIONS,
  versionDays: VERSION_DAYS,
  activityDays: ACTIVITY_DAYS,
  sessionDays: SESSION_DAYS,
  deviceDays: DEVICE_DAYS,
  nightlyBackups: config.backupAt === null ? null : { days: DAILY_BACKUPS, weeks: WEEKLY_BACKUPS },
  ...(config.away && { awayCopies: config.away.recipient ? 'encrypted' : 'plain' }),
  manualBackups: MANUAL_BACKUPS,
})

async function describe(
  read: EntityManager,
  now: Date,
  installation: Installation,
): Promise<Privacy> {
  const { complaints } = await getTexts(read)
  const own = (await listEntries(read, 'pages', { sort: 'order' }, now)).find(({ title }) =>
    title.includes(privacyCopy['privacy.title']),
  )
  return {
    ...factsOf(installation),
    ...(complaints && { complaints }),
    ...(own && { ownPage: { title: own.title, url: entryAddress('pages', own) } }),
  }
}

/** The reads of public pages at a time. */
export const privacyReads = (read: EntityManager, now: Date, installation: Installation) => ({
  getPrivacy: () => describe(read, now, installation),
})

const example: Privacy = {
  ...factsOf({
    config: { backupAt: '02:00', away: undefined, bucket: undefined, videoPictures: null },
    isReading: true,
  }),
  complaints: 'মো. আলী হোসেন, সহকারী প্রধান শিক্ষক, ০১৭১২-৩৪৫৬৭৮',
}

/** What the site does with data. */
export const privacy: ServerFeature = {
  routes: (router, deps) =>
    route(router, deps, 'getPrivacy', () => describe(deps.db.read, deps.clock(), deps)),
  examples: { bodies: {}, responses: { getPrivacy: example } },
  searchPages: [
    {
      path: pages.privacy,
      title: privacyCopy['privacy.title'],
      words: 'প্রাইভেসি, তথ্য সুরক্ষা, কুকি, ব্যক্তিগত তথ্য, privacy, cookie',
    },
  ],
}
