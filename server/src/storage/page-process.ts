import { drawPage } from './pages.ts'
import { restrictImageLibrary } from './pictures.ts'
import { answerJobs } from './workshop-process.ts'

restrictImageLibrary()
answerJobs(drawPage)
