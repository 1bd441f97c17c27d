import { renderPage } from './pages.ts'
import { restrictImageLibrary } from './pictures.ts'
import { answerJobs } from './worker-entry.ts'

restrictImageLibrary()
answerJobs(renderPage)
