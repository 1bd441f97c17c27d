import fs from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS, HOUR_MS } from '@bidyaloy/shared/lib/durations'
import type { Backup } from '@bidyaloy/shared/school/backup'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { DAILY_BACKUPS, expiredBackups, isNightlyDue, WEEKLY_BACKUPS } from './backup-schedule.ts'

/** 10:00 in Dhaka. */
const START = Date.parse('2026-11-21T04:00:00.000Z')

let school: TestServer
let now: Date
beforeEach(async () => {
  now = new Date(START)
  school = await startTestServer({ clock: () => now })
})
afterEach(() => school.stop())

const nightlies = async () =>
  (await school.admin.listBackups()).backups
    .filter(({ kind }) => kind === 'nightly')
    .map(({ at }) => at)
const catchUp = () => school.server.internals.backups.catchUp()

it('makes a backup each night, and later if the machine was off', async () => {
  await catchUp()
  expect(await nightlies()).toEqual([])
  // 02:00 in Dhaka.
  now = new Date('2026-11-21T20:00:10.000Z')
  await catchUp()
  await catchUp()
  expect(await nightlies()).toEqual(['2026-11-21T20:00:10.000Z'])
  // Off for two days, on again at 09:00.
  now = new Date('2026-11-24T03:00:00.000Z')
  school = await school.restart()
  await catchUp()
  expect(await nightlies()).toEqual(['2026-11-24T03:00:00.000Z', '2026-11-21T20:00:10.000Z'])
  expect((await school.admin.adminOverview()).lastBackup?.at).toBe('2026-11-24T03:00:00.000Z')
})

it('reports a failed backup and retries after an hour', async () => {
  now = new Date(START + 24 * HOUR_MS)
  const backups = path.join(school.dataDir, 'backups')
  if (!school.server.internals.files.isRemote) {
    await fs.rmdir(backups)
    await fs.writeFile(backups, 'in the way')
    await expect(catchUp()).rejects.toThrow()
    await fs.rm(backups)
    await fs.mkdir(backups)
  }
  const { cache } = school.server.internals.folder
  await fs.rename(cache, `${cache}.away`)
  await fs.writeFile(cache, 'in the way')
  await catchUp()
  await fs.rm(cache)
  await fs.rename(`${cache}.away`, cache)
  expect(await nightlies()).toEqual([])
  expect(await school.admin.adminOverview()).toMatchObject({ backupFailed: true })
  now = new Date(now.getTime() + HOUR_MS / 2)
  await catchUp()
  expect(await nightlies()).toEqual([])
  now = new Date(now.getTime() + HOUR_MS)
  await catchUp()
  expect(await nightlies()).toHaveLength(1)
  expect(await school.admin.adminOverview()).toMatchObject({ backupFailed: false })
})

it('keeps what was made by a clock that went back years', async () => {
  const { files, folder } = school.server.internals
  for (let week = 0; week < DAILY_BACKUPS + WEEKLY_BACKUPS; week += 1) {
    const day = new Date(START + week * 7 * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
    const name = `bidyaloy-${day}t200000k3v9-nightly.zip`
    const from = path.join(folder.cache, name)
    await fs.writeFile(from, 'x')
    await files.put('backups', [{ from, to: name }])
  }
  now = new Date('2020-01-01T20:00:00.000Z')
  await catchUp()
  expect((await nightlies()).at(-1)).toBe('2020-01-01T20:00:00.000Z')
})

it('makes one backup a night after a clock that was ahead by years', async () => {
  now = new Date('2038-01-19T20:00:00.000Z')
  await catchUp()
  now = new Date(START + DAY_MS)
  for (let hour = 0; hour < 3; hour += 1) {
    now = new Date(now.getTime() + HOUR_MS)
    await catchUp()
  }
  expect(await nightlies()).toEqual(['2038-01-19T20:00:00.000Z', '2026-11-22T05:00:00.000Z'])
})

it('is due only at its time, also after the clock was wrong', () => {
  const due = (at: string | null, last: string, moment: string) =>
    isNightlyDue({ at, last: new Date(last), failedAt: null }, new Date(moment))
  expect(due('02:00', '2026-11-20T20:00:00Z', '2026-11-21T19:59:59Z')).toBe(false)
  expect(due('02:00', '2026-11-20T20:00:00Z', '2026-11-21T20:00:00Z')).toBe(true)
  expect(due('23:30', '2026-11-21T04:00:00Z', '2026-11-21T17:30:00Z')).toBe(true)
  expect(due(null, '2020-01-01T00:00:00Z', '2026-11-21T20:00:00Z')).toBe(false)
  expect(due('02:00', '2038-01-19T00:00:00Z', '2026-11-21T04:00:00Z')).toBe(true)
})

it('keeps one backup of each of seven days and of four weeks before them', () => {
  const made: Backup[] = []
  for (let day = 0; day < 120; day += 1) {
    const at = new Date(START + day * 24 * HOUR_MS).toISOString()
    made.unshift({ _id: String(day), name: `${day}.zip`, kind: 'nightly', at, size: 1 })
    // Expired backups are deleted each night.
    const old = new Set(
      expiredBackups(made.map((one) => ({ ...one, written: 0 }))).map(({ _id }) => _id),
    )
    made.splice(0, made.length, ...made.filter(({ _id }) => !old.has(_id)))
  }
  expect(made).toHaveLength(DAILY_BACKUPS + WEEKLY_BACKUPS)
  const days = made.map(({ _id }) => 119 - Number(_id))
  expect(days.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  for (const [index, day] of days.slice(7).entries()) {
    expect(day).toBeGreaterThanOrEqual(7 * Math.max(index, 1))
    expect(day).toBeLessThanOrEqual(7 * (index + 2))
  }
})
