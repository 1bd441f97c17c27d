/* Entry of the process that sends messages to subscribers, at the lowest priority: encryption takes time. */
import { lowerPriority, runJobs } from '../../lib/worker-entry.ts'
import { sendMessages } from './send-messages.ts'

lowerPriority()
runJobs(sendMessages)
