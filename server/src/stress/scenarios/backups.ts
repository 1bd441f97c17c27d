import fs from 'node:fs/promises'
import path from 'node:path'
import { signIn } from '../admin-client.ts'
import { makeBackup, restoreBackup, verifyBackup } from '../backup-work.ts'
import { mustBeReadable, newClerk, workUntil } from '../clerk.ts'
import { mustBeInStep } from '../in-step.ts'
import type { Scenario } from '../scenario.ts'

const CLERKS = 4

/** Backups are made while everybody works, and each is put back elsewhere. */
export const backups: Scenario = {
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
    while (ground.hasTimeFor(made)) {
      let over = false
      const work = clerks.map((clerk) => workUntil(clerk, office, ground.dice, () => over))
      try {
        const { _id, name } = await makeBackup(office)
        await verifyBackup(office, _id)
        over = true
        await Promise.all(work)
        await fs.copyFile(
          path.join(ground.dataDir, 'backups', name),
          path.join(elsewhere, 'backups', name),
        )
        await restoreBackup(other, name)
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
