import fs from 'node:fs/promises'
import { DAY_MS, HOUR_MS } from '@bidyaloy/shared/lib/durations'
import type { Config } from '../../config.ts'
import type { DataFolder } from '../../data-folder.ts'
import { readAway } from '../../features/backup/away-copies.ts'
import { restorable } from '../../features/backup/backup-format.ts'
import { assertAway, openAway } from '../../find-away.ts'
import { messageOf } from '../../lib/node-error.ts'
import { countOf, createFindings, type Finding } from './finding.ts'

/** Age of the newest copy above which something must be wrong: one is made each day. */
const OLD_MS = 30 * HOUR_MS
const TOO_OLD_MS = 3 * DAY_MS

/** Checks the copies of the backups on another disk or machine. */
export async function awayFinding(
  config: Pick<Config, 'away' | 'bucket' | 'dataDir'>,
  { folder, school }: { folder: DataFolder; school: string },
  now: Date,
): Promise<Finding> {
  const copies = createFindings('copies')
  const { away } = config
  if (!away) return copies.good('Backups stay on this machine: BACKUP_URL is not set.')
  try {
    await assertAway(config)
    const place = await openAway(away, { folder, school })
    const listed = await place.list()
    if (listed === null) {
      return copies.good(
        `The key may not list ${place.address}: see the dashboard for the age of the newest copy.`,
      )
    }
    const [newest] = restorable(readAway(listed), now)
    if (!newest) return copies.warning(`${place.address} has no backup yet.`)
    const age = now.getTime() - Date.parse(newest.at)
    const text = `The newest backup in ${place.address} is ${countOf(Math.max(0, Math.floor(age / HOUR_MS)), 'hour')} old`
    const why = '. See the log of the server, or copy it now: npm run admin -- backup'
    if (age > TOO_OLD_MS) return copies.bad(text + why)
    if (age > OLD_MS) return copies.warning(text + why)
    if ('folder' in away.place && (await isSameDisk(away.place.folder, folder.root))) {
      return copies.warning(`${text}, but on the same disk as ${folder.root}.`)
    }
    return copies.good(`${text}${away.recipient === undefined ? '' : ', encrypted'}.`)
  } catch (error) {
    return copies.bad(messageOf(error))
  }
}

async function isSameDisk(one: string, other: string): Promise<boolean> {
  return (await fs.stat(one)).dev === (await fs.stat(other)).dev
}
