import { makePicture, restrictImageLibrary } from './pictures.ts'
import { answerJobs } from './workshop-process.ts'

restrictImageLibrary()
answerJobs(makePicture)
