import type { Scenario } from '../scenario.ts'
import { aborts } from './aborts.ts'
import { backups } from './backups.ts'
import { clock } from './clock.ts'
import { fsyncOrder } from './fsync-order.ts'
import { fullDisk } from './full-disk.ts'
import { kill } from './kill.ts'
import { largeBackup } from './large-backup.ts'
import { pictures } from './pictures.ts'
import { readOnly } from './read-only.ts'
import { slowUploads } from './slow-uploads.ts'
import { soak } from './soak.ts'
import { stop } from './stop.ts'

/** Every story, in the order in which they are told. */
export const scenarios: readonly Scenario[] = [
  kill,
  fullDisk,
  readOnly,
  aborts,
  stop,
  fsyncOrder,
  pictures,
  clock,
  backups,
  largeBackup,
  slowUploads,
  soak,
]
