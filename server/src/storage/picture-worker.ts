/* Entry of the picture worker's process. The code is in `pictures.ts`, which other processes import. */

import { runJobs } from '../lib/worker-entry.ts'
import { makePicture, restrictImageLibrary } from './pictures.ts'

restrictImageLibrary()
runJobs(makePicture)
