import type { Output } from '@bidyaloy/shared/api/api'
import { pages, resultsTitle } from '@bidyaloy/shared/features/results/paths'
import { sampleResults } from '@bidyaloy/shared/features/results/sample-results'
import type { EntityManager } from 'typeorm'
import type { FeatureDeps, ServerFeature } from '../../feature.ts'
import { type ApiRouter, route } from '../../http/route.ts'
import {
  changeSheet,
  endSheet,
  eraseDeleted,
  findSheets,
  listResults,
  presentSheet,
} from './result-sheets.ts'
import { forgetSlips, openSlips, sealResults } from './seal-results.ts'

/** The reads of public pages at a time. */
export const resultReads = (read: EntityManager, now: Date) => ({
  listResults: () => listResults(read, now),
})

function resultRoutes(router: ApiRouter, deps: FeatureDeps): void {
  const { db, clock, sealQueue } = deps
  route(router, deps, 'listResults', () => listResults(db.read, clock()))
  route(router, deps, 'listResultSheets', async () =>
    (await findSheets(db.read, clock())).map(presentSheet),
  )
  route(router, deps, 'sealResults', async ({ body, admin, ctx }) => {
    const sealed = await sealResults(deps, body, {
      by: admin.username,
      takeTurn: (seal) => sealQueue.run(ctx, 'long', seal),
    })
    await eraseDeleted(deps)
    return sealed
  })
  route(router, deps, 'changeResults', ({ params: { id }, body, admin }) =>
    db.write((tx) => changeSheet(tx, { ...body, id }, { by: admin.username, now: clock() })),
  )
  route(router, deps, 'endResults', async ({ params: { id }, admin }) => {
    await db.write((tx) => endSheet(tx, id, { by: admin.username, now: clock() }))
    await eraseDeleted(deps)
    return undefined
  })
  route(router, deps, 'openSlips', ({ params: { id }, body }) => openSlips(deps, id, body.kept))
  route(router, deps, 'forgetSlips', async ({ params: { id }, admin }) => {
    await db.writePrivate((tx) => forgetSlips(tx, id, { by: admin.username, now: clock() }))
    await eraseDeleted(deps)
    return undefined
  })
}

const { exam, className, shift, section, until } = sampleResults
const listed = { _id: 'k3v9x0c2m1qa', exam, className, shift, section, until }
const sheet: Output<'changeResults'> = {
  ...listed,
  __v: 0,
  importedAt: '2026-11-21T04:30:00.000Z',
  importedBy: 'office',
  figures: { rows: 52, passed: 49, gpa5: 6 },
  wrongTries: 3,
  hasSlips: true,
}
const slip = { roll: 27, name: 'সুমাইয়া আক্তার', code: 'KTRW6P4M' }
/** Stands for encrypted slips. */
export const SOME_SLIPS = 'c2xpcHM'

/** Results of examinations that only a slip opens. */
export const results: ServerFeature = {
  routes: resultRoutes,
  examples: {
    bodies: {
      sealResults: sampleResults,
      changeResults: { until: '2026-12-31', __v: 0 },
      openSlips: { kept: SOME_SLIPS },
    },
    responses: {
      listResults: [listed],
      listResultSheets: [sheet],
      sealResults: { sheet, slips: [slip], kept: SOME_SLIPS },
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
