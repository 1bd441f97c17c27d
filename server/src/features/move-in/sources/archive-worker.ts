/* Entry of the process that lists and unpacks zips, at the lowest priority. */

import { lowerPriority, runJobs } from '../../../lib/worker-entry.ts'
import { runArchiveJob } from './archive-jobs.ts'

lowerPriority()
runJobs(runArchiveJob)
