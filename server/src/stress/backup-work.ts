import { setTimeout as wait } from 'node:timers/promises'
import type { Backup } from '@bidyaloy/shared/school/backup'
import { ADMIN } from '../test/test-server.ts'
import type { AdminClient } from './admin-client.ts'
import { assertThat } from './scenario.ts'

type Backups = Pick<AdminClient, 'api'>

const PATIENCE_MS = 600_000

/** Makes a backup. @throws where that fails */
export async function makeBackup({ api }: Backups): Promise<Backup> {
  await api.makeBackup()
  const id = await done({ api })
  return find({ api }, ({ _id }) => _id === id)
}

/** Has a backup read whole. @throws where it is not good */
export async function verifyBackup({ api }: Backups, id: string): Promise<void> {
  await api.verifyBackup({ params: { id } })
  await done({ api })
}

/** Puts the backup of that name in the place of everything. @throws where that fails */
export async function restoreBackup({ api }: Backups, name: string): Promise<void> {
  const { _id: id } = await find({ api }, (one) => one.name === name)
  await api.restoreBackup({ params: { id }, body: { currentPassword: ADMIN.password } })
  await done({ api })
}

async function find({ api }: Backups, isIt: (backup: Backup) => boolean): Promise<Backup> {
  const backup = (await api.listBackups()).backups.find(isIt)
  if (!backup) throw new Error('The backup is not in the list')
  return backup
}

/** Waits for the task in hand. @returns the backup that it was about */
async function done({ api }: Backups): Promise<string> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const { task, outcome } = await api.listBackups()
    if (!task) {
      assertThat(outcome?.fault === null, `the task succeeds; instead ${outcome?.fault}`)
      return outcome.backupId ?? ''
    }
    assertThat(performance.now() < until, 'the task ends')
    await wait(50)
  }
}
