import type { Story } from '../story.ts'
import { aborts } from './aborts.ts'
import { fullDisk } from './full-disk.ts'
import { kill } from './kill.ts'
import { stop } from './stop.ts'

/** Every story, in the order in which they are told. */
export const stories: readonly Story[] = [kill, fullDisk, aborts, stop]
