import { restrictImageLibrary } from '../../storage/pictures.ts'
import { answerJobs } from '../../storage/workshop-process.ts'
import { doBackupJob } from './backup-job.ts'

restrictImageLibrary()
answerJobs(doBackupJob)
