/* Entry of the process that sends messages to subscribers, at the lowest priority: encryption takes time. */
import os from 'node:os'
import { runJobs } from '../../storage/worker-entry.ts'
import { sendMessages } from './send-messages.ts'

os.setPriority(os.constants.priority.PRIORITY_LOW)
runJobs(sendMessages)
