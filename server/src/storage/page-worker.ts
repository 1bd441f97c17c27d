/* Entry of the page worker's process; `pages.ts` itself is also tested in process. */

import { runJobs } from '../lib/worker-entry.ts'
import { renderPage } from './pages.ts'
import { restrictImageLibrary } from './pictures.ts'

restrictImageLibrary()
runJobs(renderPage)
