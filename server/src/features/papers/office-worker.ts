/* Entry of the process that reads Office files, at the lowest priority. */

import { readOffice } from '../../lib/office/read-office.ts'
import { lowerPriority, runJobs } from '../../lib/worker-entry.ts'

lowerPriority()
runJobs(readOffice)
