/* Entry of the process that reads papers, at the lowest priority. */

import { readPage } from '../../lib/ocr/read-page.ts'
import { lowerPriority, runJobs } from '../../lib/worker-entry.ts'
import { restrictImageLibrary } from '../../storage/pictures.ts'

lowerPriority()
restrictImageLibrary()
runJobs(readPage)
