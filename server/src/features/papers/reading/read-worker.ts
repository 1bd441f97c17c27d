/* Entry of the process that reads papers, at the lowest priority. */
import os from 'node:os'
import { restrictImageLibrary } from '../../../storage/pictures.ts'
import { runJobs } from '../../../storage/worker-entry.ts'
import { readPage } from './read-page.ts'

os.setPriority(os.constants.priority.PRIORITY_LOW)
restrictImageLibrary()
runJobs(readPage)
