/* Entry of the process that reads papers, at the lowest priority. */
import { restrictImageLibrary } from '../../../storage/pictures.ts'
import { lowerPriority, runJobs } from '../../../storage/worker-entry.ts'
import { readPage } from './read-page.ts'

lowerPriority()
restrictImageLibrary()
runJobs(readPage)
