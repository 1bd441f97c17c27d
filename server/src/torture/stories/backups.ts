import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ADMIN } from '../../test/test-server.ts'
import { mustBeReadable, newClerk, workUntil } from '../clerk.ts'
import { mustBeInStep } from '../in-step.ts'
import { type Office, signIn } from '../office.ts'
import { mustHold, type Story } from '../story.ts'

const CLERKS = 4
const PATIENCE_MS = 300_000

/** Backups are made while everybody works, and each is put back elsewhere. */
export const backups: Story = {
  name: 'backups',
  about: 'backups during writes: each can be read whole and brings back a school that is in step',
  rounds: 50,
  async play(ground) {
    const office = await signIn(await ground.start().ready())
    const elsewhere = path.join(ground.root, 'elsewhere')
    const other = await signIn(await ground.start({ dataDir: elsewhere }).ready())
    const clerks = Array.from({ length: CLERKS }, (_, index) => newClerk(`${index + 1}ম`))
    let made = 0
    let entries = 0
    while (ground.goesOn(made)) {
      let over = false
      const work = clerks.map((clerk) => workUntil(clerk, office, ground.dice, () => over))
      try {
        const name = await make(office)
        over = true
        await Promise.all(work)
        await fs.copyFile(
          path.join(ground.dataDir, 'backups', name),
          path.join(elsewhere, 'backups', name),
        )
        await restore(other, name)
        await fs.rm(path.join(elsewhere, 'backups', name), { force: true })
      } finally {
        over = true
        await Promise.allSettled(work)
      }
      entries = await mustBeReadable(other)
      await mustBeInStep(elsewhere)
      made += 1
    }
    const acknowledged = clerks.reduce((sum, clerk) => sum + clerk.acknowledged, 0)
    return [
      `backups made, read whole and put back: ${made}`,
      `acknowledged writes meanwhile: ${acknowledged}; things in the last backup: ${entries}`,
    ]
  },
}

/** Makes a backup and reads it whole. @returns its name */
async function make({ api }: Office): Promise<string> {
  await api.makeBackup()
  const id = await done({ api })
  await api.verifyBackup({ params: { id } })
  await done({ api })
  const { backups: list } = await api.listBackups()
  const backup = list.find(({ _id }) => _id === id)
  if (!backup) throw new Error('The backup that was made is not in the list')
  return backup.name
}

async function restore({ api }: Office, name: string): Promise<void> {
  const { backups: list } = await api.listBackups()
  const backup = list.find((one) => one.name === name)
  if (!backup) throw new Error('The backup that was copied is not in the list')
  const body = { currentPassword: ADMIN.password }
  await api.restoreBackup({ params: { id: backup._id }, body })
  await done({ api })
}

/** Waits for the task in hand. @returns the backup that it was about */
async function done({ api }: Pick<Office, 'api'>): Promise<string> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const { task, outcome } = await api.listBackups()
    if (!task) {
      mustHold(outcome?.fault === null, `the task succeeds; instead ${outcome?.fault}`)
      return outcome.backupId ?? ''
    }
    mustHold(performance.now() < until, 'the task ends')
    await wait(50)
  }
}
