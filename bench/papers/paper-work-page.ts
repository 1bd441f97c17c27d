import { makePdf } from '../../web/src/admin/papers/make-pdf.ts'
import { createPaperWork } from '../../web/src/admin/papers/paper-work.ts'

/** What the benchmark calls in the page. */
Object.assign(window, { papers: { work: createPaperWork(), makePdf } })
