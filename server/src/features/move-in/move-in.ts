import type { Output } from '@bidyaloy/shared/api/api'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { FeatureDeps, ServerFeature } from '../../feature.ts'
import { type ApiRouter, route } from '../../http/route.ts'
import { listOldAddresses } from './list-old-addresses.ts'
import {
  bringMoveIn,
  continueMoveIn,
  dismissItem,
  forgetMoveIn,
  pauseMoveIn,
  startLook,
  undoMoveIn,
} from './move-in-commands.ts'
import {
  findMoveIn,
  listItems,
  listMoveIns,
  presentItem,
  presentMoveIn,
  previewItems,
  summaryOf,
} from './present-move-in.ts'
import { replaceFile } from './replace-file.ts'
import { webAddress } from './sources/addresses.ts'

function moveInRoutes(router: ApiRouter, deps: FeatureDeps): void {
  const { db, moveIns } = deps
  /** Starts the work that a change asks for, and presents the move. */
  const present = async (id: string) => {
    moveIns.wake()
    return presentMoveIn(deps, await findMoveIn(db.read, id))
  }
  route(router, deps, 'startLook', async ({ body: { url }, files, admin }) => {
    const { id } = await startLook(deps, {
      // Without user name and password, which an address may contain.
      source: url ? { url: webAddress(url)?.href ?? url } : null,
      files,
      by: admin.username,
    })
    return present(id)
  })
  route(router, deps, 'listMoveIns', async () => (await listMoveIns(db.read)).map(summaryOf))
  route(router, deps, 'readMoveIn', async ({ params: { id } }) =>
    presentMoveIn(deps, await findMoveIn(db.read, id)),
  )
  route(router, deps, 'listMoveInItems', async ({ params: { id }, query }) => {
    await findMoveIn(db.read, id)
    return listItems(db.read, id, query)
  })
  route(router, deps, 'previewMoveIn', async ({ params: { id } }) => {
    await findMoveIn(db.read, id)
    return previewItems(db.read, id)
  })
  route(router, deps, 'listOldAddresses', async ({ params: { id }, query }) => {
    await findMoveIn(db.read, id)
    return listOldAddresses(db.read, id, { ...query, now: deps.clock() })
  })
  route(router, deps, 'bringMoveIn', async ({ params: { id }, body, admin }) => {
    await bringMoveIn(deps, id, { choice: body, by: admin.username })
    return present(id)
  })
  route(router, deps, 'pauseMoveIn', async ({ params: { id } }) => {
    await pauseMoveIn(deps, id)
    return present(id)
  })
  route(router, deps, 'continueMoveIn', async ({ params: { id } }) => {
    await continueMoveIn(deps, id)
    return present(id)
  })
  route(router, deps, 'replaceMoveInFile', async ({ params: { id, n }, files, admin }) => {
    const [file] = files
    if (!file) throw new Problem('validation_failed')
    return presentItem(await replaceFile(deps, { id, n: Number(n), file, by: admin.username }))
  })
  route(router, deps, 'dismissMoveInItem', async ({ params: { id, n } }) =>
    presentItem(await dismissItem(deps, id, Number(n))),
  )
  route(router, deps, 'undoMoveIn', async ({ params: { id }, admin }) => {
    await undoMoveIn(deps, id, admin.username)
    return present(id)
  })
  route(router, deps, 'forgetMoveIn', async ({ params: { id } }) => {
    await forgetMoveIn(deps, id)
    moveIns.wake()
    return undefined
  })
}

const source = { url: 'https://old.shaplanagar.edu.bd/' }
const summary: Output<'listMoveIns'>[number] = {
  _id: 'k3v9x0c2m1qa',
  state: 'done',
  source,
  by: 'admin',
  startedAt: '2026-11-23T05:10:00.000Z',
  finishedAt: '2026-11-23T05:31:00.000Z',
}
const choice: Output<'readMoveIn'>['choice'] = {
  collections: ['notices'],
  years: [2026, 2025],
  as: 'published',
  kinds: [{ category: 'Exam Routine', collection: 'notices', kind: 'exam' }],
}
const moved: Output<'readMoveIn'> = {
  ...summary,
  progress: 1,
  lookedAt: '2026-11-23T05:14:00.000Z',
  broughtFrom: '2026-11-23T05:20:00.000Z',
  choice,
  groups: [{ collection: 'notices', year: 2026, count: 477, drafts: 4 }],
  categories: [{ category: 'Exam Routine', collection: 'notices', count: 82, kind: 'exam' }],
  files: 512,
  bytes: null,
  freeBytes: 12_884_901_888,
  refused: [{ reason: 'gone', count: 9 }],
  leftOut: [{ what: 'form', count: 6 }],
  counts: {
    ...{ asked: 486, published: 473, draft: 4, refused: 9, dismissed: 0, waiting: 0, skipped: 0 },
  },
  addresses: 477,
  edited: [],
}
const item: Output<'listMoveInItems'>['items'][number] = {
  n: 187,
  key: 'https://old.shaplanagar.edu.bd/?p=187',
  title: 'ভর্তি ফলাফল ২০২৩',
  day: '2023-01-04',
  collection: 'notices',
  category: 'Notice',
  isDraft: false,
  outcome: 'refused',
  reason: 'gone',
  detail: 'result-2023.pdf',
  files: 1,
  leftOut: [],
}

/** Moving in from an older site. */
export const moveIn: ServerFeature = {
  routes: moveInRoutes,
  examples: {
    bodies: {
      startLook: source,
      bringMoveIn: { collections: ['notices'], years: [2026, 2025], as: 'published', kinds: [] },
    },
    responses: {
      startLook: { ...moved, state: 'looking', progress: null },
      listMoveIns: [summary],
      readMoveIn: moved,
      listMoveInItems: { total: 1, items: [item] },
      previewMoveIn: [{ ...item, body: '', fileNames: ['result-2023.pdf'], isRead: true }],
      listOldAddresses: {
        total: 1,
        addresses: [{ from: 'https://old.shaplanagar.edu.bd/?p=187', to: '/n/k3v9x0c2m1qa' }],
      },
      bringMoveIn: { ...moved, state: 'bringing', progress: 0 },
      pauseMoveIn: { ...moved, state: 'paused', progress: 0.5 },
      continueMoveIn: { ...moved, state: 'bringing', progress: 0.5 },
      replaceMoveInFile: { ...item, outcome: 'published', to: '/n/k3v9x0c2m1qa' },
      dismissMoveInItem: { ...item, outcome: 'dismissed' },
      undoMoveIn: { ...moved, state: 'undoing', progress: null },
    },
  },
}
