import type { Story } from '../story.ts'
import { aborts } from './aborts.ts'
import { backups } from './backups.ts'
import { clock } from './clock.ts'
import { fsyncOrder } from './fsync-order.ts'
import { fullDisk } from './full-disk.ts'
import { kill } from './kill.ts'
import { largeBackup } from './large-backup.ts'
import { pictures } from './pictures.ts'
import { readOnly } from './read-only.ts'
import { slowSenders } from './slow-senders.ts'
import { soak } from './soak.ts'
import { stop } from './stop.ts'

/** Every story, in the order in which they are told. */
export const stories: readonly Story[] = [
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
  slowSenders,
  soak,
]
