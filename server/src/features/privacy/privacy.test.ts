import { SESSION_DAYS } from '@bidyaloy/shared/school/admin-session'
import { READER_RETENTION_DAYS } from '@bidyaloy/shared/school/reader-counts'
import { MAX_VERSIONS, TRASH_DAYS, VERSION_DAYS } from '@bidyaloy/shared/school/versions'
import { expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { CACHE_SECONDS } from '../../http/static-files.ts'
import { createLog } from '../../log.ts'
import { startTestServer } from '../../test/test-server.ts'
import { RETENTION_DAYS as ACTIVITY_DAYS } from '../activity/activity-commands.ts'
import { DEVICE_DAYS } from '../auth/device-cookie.ts'
import { LONGEST_WINDOW_HOURS } from '../auth/login-limit.ts'
import { DAILY_BACKUPS, MANUAL_BACKUPS, WEEKLY_BACKUPS } from '../backup/backup-schedule.ts'
import { WINDOW_SECONDS as PHOTO_REQUEST_SECONDS } from '../photo-requests/photo-requests.ts'
import { WINDOW_SECONDS as ALERT_SECONDS } from '../push/push-routes.ts'
import { MAX_FAILING_DAYS } from '../push/push-sender.ts'
import { WINDOW_SECONDS as RESULT_SECONDS } from '../results/try-limits.ts'
import { WINDOW_SECONDS as VERIFY_SECONDS } from '../verify/verify-form.ts'

it('says what the program does, by its constants and settings', async () => {
  const school = await startTestServer()
  try {
    const facts = await school.visitor.getPrivacy({})
    expect(facts).toEqual({
      isCopy: false,
      isReading: false,
      hasVideoPictures: false,
      isInBucket: Boolean(process.env.TEST_STORAGE_URL),
      // Each is what the test of its removal has in numbers of its own.
      readerDays: READER_RETENTION_DAYS,
      limitMinutes:
        Math.max(ALERT_SECONDS, VERIFY_SECONDS, PHOTO_REQUEST_SECONDS, RESULT_SECONDS) / 60,
      signInHours: LONGEST_WINDOW_HOURS,
      pushFailingDays: MAX_FAILING_DAYS,
      trashDays: TRASH_DAYS,
      cacheHours: (CACHE_SECONDS.browsers + CACHE_SECONDS.whileRevalidating) / 3600,
      versions: MAX_VERSIONS,
      versionDays: VERSION_DAYS,
      activityDays: ACTIVITY_DAYS,
      sessionDays: SESSION_DAYS,
      deviceDays: DEVICE_DAYS,
      nightlyBackups: { days: DAILY_BACKUPS, weeks: WEEKLY_BACKUPS },
      manualBackups: MANUAL_BACKUPS,
    })
    const page = await (await school.fetch('/privacy')).text()
    expect(page).toContain('সংখ্যাগুলো ৪০০ দিন থাকে')
    expect(page).toContain('বিদ্যালয়ের অফিসকে।')

    await school.admin.updateDisclosure({ body: { complaints: 'মো. আলী হোসেন\n০১৭১২', __v: 0 } })
    const params = { collection: 'pages' as const }
    const title = 'আমাদের গোপনীয়তা নীতি'
    await school.admin.createEntry({
      params,
      body: { title, slug: 'our-privacy', body: 'ছাত্রীদের ছবি' },
    })
    expect(await school.visitor.getPrivacy({})).toEqual({
      ...facts,
      complaints: 'মো. আলী হোসেন\n০১৭১২',
      ownPage: { title, url: '/p/our-privacy' },
    })
    const changed = await (await school.fetch('/privacy')).text()
    expect(changed).toContain('মো. আলী হোসেন')
    expect(changed).toContain('href="/p/our-privacy"')
    expect(changed).not.toContain('বিদ্যালয়ের অফিসকে।')
    expect(await school.visitor.searchStats({ query: { q: 'কুকি' } })).toMatchObject({
      pages: [{ path: '/privacy' }],
    })
  } finally {
    await school.stop()
  }
})

it('names backups, papers and videos only where they are', async () => {
  const school = await startTestServer({
    env: { BACKUP_AT: 'off', READ_PAPERS: 'on', VIDEO_PICTURES: 'on' },
  })
  try {
    expect(await school.visitor.getPrivacy({})).toMatchObject({
      nightlyBackups: null,
      isReading: true,
      hasVideoPictures: true,
    })
  } finally {
    await school.stop()
  }
})

it('logs no address, browser or searched word of a visitor, and sets no cookie', async () => {
  const lines: string[] = []
  const log = createLog(
    { ...readConfig({ LOG_LEVEL: 'trace' }), production: true },
    { write: (line) => lines.push(line) },
  )
  const school = await startTestServer({ log, env: { TRUST_PROXY: '1' } })
  const headers = { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'A phone of hers' }
  try {
    const { _id: id } = await school.admin.createEntry({
      params: { collection: 'notices' },
      body: { title: 'ছুটি', body: 'কাল ছুটি।' },
    })
    lines.length = 0
    for (const path of [
      '/',
      '/privacy',
      `/n/${id}`,
      '/search?q=kodom',
      '/api/search?q=kodom',
      '/x',
    ]) {
      const response = await school.fetch(path, { headers })
      await response.text()
      expect([path, response.headers.get('set-cookie')]).toEqual([path, null])
    }
    await school.fetch('/api/push/subscriptions', { method: 'POST', headers })
  } finally {
    await school.stop()
  }
  const all = lines.join('')
  expect(all).toContain('/privacy')
  expect(all).not.toMatch(/203\.0\.113|A phone|kodom/)
})
