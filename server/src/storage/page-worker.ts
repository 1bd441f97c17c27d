/* Entry of the page worker's process; `pages.ts` itself is also tested in process. */
import { renderPage } from './pages.ts'
import { restrictImageLibrary } from './pictures.ts'
import { runJobs } from './worker-entry.ts'

restrictImageLibrary()
runJobs(renderPage)
