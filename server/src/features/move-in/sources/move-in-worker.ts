/* Entry of the process that reads what an older site wrote, at the lowest priority. */

import { lowerPriority, runJobs } from '../../../lib/worker-entry.ts'
import { runReadJob } from './read-jobs.ts'

lowerPriority()
runJobs(runReadJob)
