/* Entry of the picture worker's process. The code is in `pictures.ts`, which other processes import. */
import { makePicture, restrictImageLibrary } from './pictures.ts'
import { runJobs } from './worker-entry.ts'

restrictImageLibrary()
runJobs(makePicture)
