import { restrictImageLibrary } from '../../storage/pictures.ts'
import { answerJobs } from '../../storage/worker-entry.ts'
import { doBackupJob } from './backup-job.ts'

restrictImageLibrary()
answerJobs(doBackupJob)
