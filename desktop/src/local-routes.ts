import { randomBytes } from 'node:crypto'
import { createPathMatcher, type PathParams } from '@bidyaloy/shared/api/paths'
import { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import {
  desktopPaths,
  NewProfile,
  type OutboxComparison,
  OutboxEdit,
  type OutboxEntry,
} from '@bidyaloy/shared/desktop/desktop-api'
import type { Method } from '@bidyaloy/shared/feature'
import { recordTypeOf } from '@bidyaloy/shared/features'
import type { DesktopApp } from './desktop-app.ts'
import { jsonResponse, type PageRequest, parseJson, problemResponse } from './forward.ts'
import type { OpenRequests } from './open-requests.ts'
import { filesAfter, type LocalFile, orderIn } from './outbox/file-changes.ts'
import type { OutboxItem } from './outbox/outbox-store.ts'
import { outboxEntry, type School } from './school/school.ts'

interface Route {
  method: Method
  path: string
  handle: (request: PageRequest, params: PathParams) => Promise<Response>
}

type Routes = Readonly<Record<string, Route>>

/** Handles `/desktop/*`: the app's own state and actions. */
export function createLocalRoutes(
  app: DesktopApp,
  openRequests: OpenRequests,
): (request: PageRequest) => Promise<Response> {
  const routes: Routes = {
    ...appRoutes(app),
    ...outboxRoutes(app),
    ...openRequestRoutes(openRequests),
  }
  const match = createPathMatcher(routes)
  return async (request) => {
    const found = match(request.method, request.url.pathname)
    if (!found || !Object.values(found.params).every(isPlainId)) return notFound()
    return routes[found.name]?.handle(request, found.params) ?? notFound()
  }
}

const done = (succeeded: boolean) =>
  succeeded ? new Response(null, { status: 204 }) : problemResponse(409, 'conflict', '')

/** The state of the app, and its schools. */
function appRoutes(app: DesktopApp): Routes {
  const { state, profiles } = desktopPaths
  const profile = `${profiles}/:id`
  return {
    getState: { method: 'GET', path: state, handle: async () => jsonResponse(app.state()) },
    tryAddress: {
      method: 'POST',
      path: profiles,
      async handle(request) {
        const typed = NewProfile.safeParse(parseJson(request.body))
        if (!typed.success) return jsonResponse({ result: 'refused', reason: 'malformed' })
        return jsonResponse(await app.tryAddress(typed.data.address, typed.data.acceptKey))
      },
    },
    useProfile: {
      method: 'PUT',
      path: profile,
      handle: async (_, { id = '' }) => ((await app.use(id)) ? done(true) : notFound()),
    },
    forgetProfile: {
      method: 'DELETE',
      path: profile,
      handle: async (_, { id = '' }) => done(await app.forget(id)),
    },
  }
}

/** The changes that wait for the server. */
function outboxRoutes(app: DesktopApp): Routes {
  const { outbox, sendNow, changes } = desktopPaths
  const change = `${outbox}/:seq`
  const { withSchool, withItem } = withSchoolOf(app)
  return {
    listOutbox: {
      method: 'GET',
      path: outbox,
      handle: withSchool(async (school) => jsonResponse(outboxList(school))),
    },
    sendNow: {
      method: 'POST',
      path: sendNow,
      handle: withSchool(async ({ outbox, connection }) => {
        outbox.sendNow()
        await connection.check()
        return done(true)
      }),
    },
    compareChange: {
      method: 'GET',
      path: `${change}/comparison`,
      handle: withItem(async (school, item) => jsonResponse(await compare(school, item))),
    },
    keepMine: {
      method: 'POST',
      path: `${change}/keep-mine`,
      handle: withItem(async (school, item) => {
        const theirs = Entry.safeParse(await serverRecord(school, item))
        const present = theirs.success ? filesOf(theirs.data).map(({ filePath }) => filePath) : null
        return done(await school.outbox.keepMine(item.seq, present))
      }),
    },
    holdChange: {
      method: 'POST',
      path: `${change}/hold`,
      handle: withItem(async ({ outbox }, { seq }) => done(await outbox.hold(seq))),
    },
    getFields: {
      method: 'GET',
      path: `${change}/fields`,
      handle: withItem(async (school, item) => jsonResponse(await school.fieldsOf(item))),
    },
    editChange: {
      method: 'PUT',
      path: change,
      handle: withItem(async (school, item, request) => {
        const edit = OutboxEdit.safeParse(parseJson(request.body))
        const fields = await school.fieldsOf(item)
        const isOwn = (name: string) => name !== '__v' && Object.hasOwn(fields, name)
        if (!edit.success || !Object.keys(edit.data).every(isOwn)) {
          return problemResponse(400, 'validation_failed', '')
        }
        const key = randomBytes(16).toString('hex')
        return done(await school.outbox.edit(item.seq, edit.data, key))
      }),
    },
    discardChange: {
      method: 'DELETE',
      path: change,
      handle: withItem(async ({ outbox }, { seq }) => done(await outbox.discard(seq))),
    },
    getProgress: {
      method: 'GET',
      path: `${changes}/:key`,
      handle: withSchool(async ({ progressOf }, _, { key = '' }) =>
        jsonResponse(progressOf(key) ?? { sent: 0, total: 0 }),
      ),
    },
    cancelChange: {
      method: 'DELETE',
      path: `${changes}/:key`,
      handle: withSchool(async ({ outbox }, _, { key = '' }) => done(await outbox.cancel(key))),
    },
  }
}

/** Returns what finds the open school, and an item of its outbox, for a handler; else it responds with 404. */
function withSchoolOf(app: DesktopApp) {
  const withSchool =
    (
      work: (school: School, request: PageRequest, params: PathParams) => Promise<Response>,
    ): Route['handle'] =>
    async (request, params) => {
      const school = app.school()
      return school ? work(school, request, params) : notFound()
    }
  const withItem = (
    work: (school: School, item: OutboxItem, request: PageRequest) => Promise<Response>,
  ): Route['handle'] =>
    withSchool(async (school, request, { seq }) => {
      const item = school.outbox.view().items.find((one) => one.seq === Number(seq))
      return item ? work(school, item, request) : notFound()
    })
  return { withSchool, withItem }
}

/** Open requests of the page, and their files. */
function openRequestRoutes(openRequests: OpenRequests): Routes {
  const { given: requests } = desktopPaths
  const openRequest = `${requests}/:id`
  return {
    listOpenRequests: {
      method: 'GET',
      path: requests,
      handle: async () => jsonResponse(openRequests.list()),
    },
    getFile: {
      method: 'GET',
      path: openRequest,
      async handle(_, { id = '' }) {
        const file = await openRequests.file(id)
        if (!file) return notFound()
        return new Response(file.bytes, {
          headers: { 'content-type': file.type, 'x-content-type-options': 'nosniff' },
        })
      },
    },
    takeOpenRequest: {
      method: 'DELETE',
      path: openRequest,
      handle: async (_, { id = '' }) => (openRequests.take(id) ? done(true) : notFound()),
    },
  }
}

function outboxList({ outbox, sent, progressOf }: School): OutboxEntry[] {
  const { items, sending, held } = outbox.view()
  const stateOf = ({ seq, refusal }: OutboxItem): OutboxEntry['state'] => {
    if (refusal) return 'attention'
    if (held.has(seq)) return 'held'
    return seq === sending ? 'sending' : 'waiting'
  }
  return [...items.map((item) => outboxEntry(item, stateOf(item), progressOf(item.key))), ...sent()]
}

/** The change's fields beside the server's current record. */
async function compare(school: School, item: OutboxItem): Promise<OutboxComparison> {
  const mine = await school.fieldsOf(item)
  const theirs = await serverRecord(school, item)
  if (typeof theirs !== 'object' || theirs === null) return { mine, theirs: null }
  const entry = item.endpoint === 'updateEntry' ? Entry.safeParse(theirs) : null
  if (!entry?.success) return { mine, theirs: { ...theirs } }
  const order = orderIn(mine)
  const present = filesOf(entry.data)
  const isChanged = order !== undefined || item.files.length > 0
  const after = filesAfter<LocalFile>(order, item.files, present)
  return {
    mine: { ...mine, ...(isChanged && { fileNames: after.map(nameOf) }) },
    theirs: { ...theirs, fileNames: present.map(nameOf) },
  }
}

const nameOf = ({ fileName }: LocalFile) => fileName

/** Fetches the record that a change is for; null when the server does not respond with it. */
async function serverRecord(
  { connection }: School,
  { target, path }: OutboxItem,
): Promise<unknown> {
  const read = async (address: string): Promise<unknown> => {
    const response = await connection.forward({ method: 'GET', path: address })
    return response?.status === 200 ? response.json().catch(() => null) : null
  }
  if (!target.includes('/')) return read(`/api/${target}`)
  const type = recordTypeOf(target)
  if (!type || type.read !== undefined) return read(path)
  // These have no endpoint by id.
  const rows = await read(`/api/${type.name}`)
  const id = path.slice(path.lastIndexOf('/') + 1)
  return Array.isArray(rows) ? rows.find((row) => row?._id === id) : null
}

/** Ids and Idempotency-Keys; excludes percent-encoded characters. */
const isPlainId = (value: string) => /^[0-9a-z.:-]{1,200}$/.test(value)
const notFound = () => problemResponse(404, 'not_found', '')
