import { makePdf } from '../../web/src/lib/pdf/make-pdf.ts'
import { createScanner } from '../../web/src/lib/scan/scanner.ts'

/** What the benchmark calls in the page. */
Object.assign(window, { papers: { work: createScanner(), makePdf } })
