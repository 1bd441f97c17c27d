import { makePicture, restrictImageLibrary } from './pictures.ts'
import { answerJobs } from './worker-entry.ts'

restrictImageLibrary()
answerJobs(makePicture)
