import type { Input, Output } from '@bidyaloy/shared/api/api'
import { pages, resultsTitle } from '@bidyaloy/shared/features/results/paths'
import type { EntityManager } from 'typeorm'
import type { FeatureDeps, ServerFeature } from '../../feature.ts'
import { type ApiRouter, route } from '../../http/route.ts'
import { forgetSlips, importResults, openSlips } from './import-results.ts'
import { changeSheet, endSheet, findSheets, listResults, presentSheet } from './result-sheets.ts'

/** The reads of public pages at a time. */
export const resultReads = (read: EntityManager, now: Date) => ({
  listResults: () => listResults(read, now),
})

function resultRoutes(router: ApiRouter, deps: FeatureDeps): void {
  const { db, clock } = deps
  route(router, deps, 'listResults', () => listResults(db.read, clock()))
  route(router, deps, 'listResultSheets', async () =>
    (await findSheets(db.read, clock())).map(presentSheet),
  )
  route(router, deps, 'importResults', ({ body, admin, ctx }) =>
    importResults(deps, body, { by: admin.username, ctx }),
  )
  route(router, deps, 'changeResults', ({ params: { id }, body, admin }) =>
    db.write((tx) => changeSheet(tx, { ...body, id }, { by: admin.username, now: clock() })),
  )
  route(router, deps, 'endResults', async ({ params: { id }, admin }) => {
    await db.write((tx) => endSheet(tx, id, { by: admin.username, now: clock() }))
    return undefined
  })
  route(router, deps, 'openSlips', ({ params: { id }, body }) => openSlips(deps, id, body.kept))
  route(router, deps, 'forgetSlips', async ({ params: { id } }) => {
    await db.writePrivate((tx) => forgetSlips(tx, id, clock()))
    return undefined
  })
}

const sheet: Output<'changeResults'> = {
  _id: 'k3v9x0c2m1qa',
  exam: 'অর্ধবার্ষিক পরীক্ষা ২০২৬',
  className: 'Eight',
  shift: 'Morning',
  section: 'B',
  until: '2026-12-23',
  __v: 0,
  importedAt: '2026-11-21T04:30:00.000Z',
  importedBy: 'office',
  figures: { rows: 52, passed: 49, gpa5: 6 },
  wrongTries: 3,
  hasSlips: true,
}
const { _id, exam, className, shift, section, until } = sheet
const slip = { roll: 27, name: 'সুমাইয়া আক্তার', code: 'KTRW6P4M' }
const imported: Input<'importResults'>['body'] = {
  exam,
  className,
  shift,
  section,
  until,
  __v: null,
  rows: [
    {
      roll: slip.roll,
      name: slip.name,
      marks: [
        { subject: 'বাংলা', mark: '৭৮', grade: 'A' },
        { subject: 'গণিত', mark: '৯২', grade: 'A+', parts: 'সৃজনশীল ৬৪, বহুনির্বাচনি ২৮' },
      ],
      total: '১৭০',
      gpa: '৪.৫০',
      grade: 'A',
      place: '৬',
    },
  ],
}
const kept = 'bFJzY2hlaW4'

/** Results of examinations that only a slip opens. */
export const results: ServerFeature = {
  routes: resultRoutes,
  examples: {
    bodies: {
      importResults: imported,
      changeResults: { until: '2026-12-31', __v: 0 },
      openSlips: { kept },
    },
    responses: {
      listResults: [{ _id, exam, className, shift, section, until }],
      listResultSheets: [sheet],
      importResults: { sheet, slips: [slip], kept },
      changeResults: { ...sheet, until: '2026-12-31', __v: 1 },
      openSlips: { slips: [slip] },
    },
  },
  searchPages: [
    {
      path: pages.results,
      title: resultsTitle,
      words: 'মার্কশিট, নম্বরপত্র, জিপিএ, স্লিপ, marksheet, gpa',
    },
  ],
}
