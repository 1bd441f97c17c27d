import { randomBytes } from 'node:crypto'
import {
  desktopPaths,
  NewProfile,
  type OutboxComparison,
  OutboxEdit,
  type OutboxEntry,
} from '@bidyaloy/shared/desktop/desktop-api'
import type { DesktopApp } from './desktop-app.ts'
import { jsonAnswer, type PageRequest, problemAnswer } from './forward.ts'
import type { OpenRequests } from './open-requests.ts'
import type { OutboxItem } from './outbox/outbox-store.ts'
import { outboxEntry, type School } from './school/school.ts'

type Route = (request: PageRequest, parts: readonly string[]) => Promise<Response>

/** Answers `/desktop/*`: what the program itself knows and does. */
export function createLocalRoutes(
  app: DesktopApp,
  given: OpenRequests,
): (request: PageRequest) => Promise<Response> {
  const done = (worked: boolean) =>
    worked ? new Response(null, { status: 204 }) : problemAnswer(409, 'conflict', '')

  const withSchool =
    (work: (school: School, request: PageRequest, parts: readonly string[]) => Promise<Response>) =>
    async (request: PageRequest, parts: readonly string[]) => {
      const school = app.school()
      return school ? work(school, request, parts) : notFound()
    }

  const routes: readonly { method: string; pattern: RegExp; route: Route }[] = [
    {
      method: 'GET',
      pattern: exactly(desktopPaths.state),
      route: async () => jsonAnswer(app.state()),
    },
    {
      method: 'POST',
      pattern: exactly(desktopPaths.profiles),
      route: async (request) => {
        const typed = NewProfile.safeParse(jsonOf(request))
        if (!typed.success) return jsonAnswer({ result: 'refused', reason: 'malformed' })
        return jsonAnswer(await app.tryAddress(typed.data.address, typed.data.acceptKey))
      },
    },
    {
      method: 'PUT',
      pattern: below(desktopPaths.profiles),
      route: async (_, [id = '']) => ((await app.use(id)) ? done(true) : notFound()),
    },
    {
      method: 'DELETE',
      pattern: below(desktopPaths.profiles),
      route: async (_, [id = '']) => done(await app.forget(id)),
    },
    {
      method: 'GET',
      pattern: exactly(desktopPaths.outbox),
      route: withSchool(async (school) => jsonAnswer(outboxList(school))),
    },
    {
      method: 'POST',
      pattern: exactly(desktopPaths.sendNow),
      route: withSchool(async ({ outbox, connection }) => {
        outbox.sendNow()
        await connection.ask()
        return done(true)
      }),
    },
    {
      method: 'GET',
      pattern: below(desktopPaths.outbox, '/comparison'),
      route: withItem(async (school, item) => jsonAnswer(await compare(school, item))),
    },
    {
      method: 'POST',
      pattern: below(desktopPaths.outbox, '/keep-mine'),
      route: withItem(async ({ outbox }, { seq }) => done(await outbox.keepMine(seq))),
    },
    {
      method: 'POST',
      pattern: below(desktopPaths.outbox, '/hold'),
      route: withItem(async ({ outbox }, { seq }) => done(await outbox.hold(seq))),
    },
    {
      method: 'GET',
      pattern: below(desktopPaths.outbox, '/fields'),
      route: withItem(async (school, item) => jsonAnswer(await school.fieldsOf(item))),
    },
    {
      method: 'PUT',
      pattern: below(desktopPaths.outbox),
      route: withItem(async (school, item, request) => {
        const edit = OutboxEdit.safeParse(jsonOf(request))
        const fields = await school.fieldsOf(item)
        const isOwn = (name: string) => name !== '__v' && Object.hasOwn(fields, name)
        if (!edit.success || !Object.keys(edit.data).every(isOwn)) {
          return problemAnswer(400, 'validation_failed', '')
        }
        const key = randomBytes(16).toString('hex')
        return done(await school.outbox.edit(item.seq, edit.data, key))
      }),
    },
    {
      method: 'DELETE',
      pattern: below(desktopPaths.outbox),
      route: withItem(async ({ outbox }, { seq }) => done(await outbox.discard(seq))),
    },
    {
      method: 'DELETE',
      pattern: new RegExp(`^${desktopPaths.changes}/([0-9a-z.:-]{1,200})$`),
      route: withSchool(async ({ outbox }, _, [key = '']) => done(await outbox.takeBack(key))),
    },
    {
      method: 'GET',
      pattern: exactly(desktopPaths.given),
      route: async () => jsonAnswer(given.list()),
    },
    {
      method: 'GET',
      pattern: below(desktopPaths.given),
      route: async (_, [id = '']) => {
        const file = await given.file(id)
        if (!file) return notFound()
        return new Response(file.bytes, {
          headers: { 'content-type': file.type, 'x-content-type-options': 'nosniff' },
        })
      },
    },
    {
      method: 'DELETE',
      pattern: below(desktopPaths.given),
      route: async (_, [id = '']) => (given.take(id) ? done(true) : notFound()),
    },
  ]

  function withItem(
    work: (school: School, item: OutboxItem, request: PageRequest) => Promise<Response>,
  ): Route {
    return withSchool(async (school, request, [seq = '']) => {
      const item = school.outbox.view().items.find((one) => one.seq === Number(seq))
      return item ? work(school, item, request) : notFound()
    })
  }

  return async (request) => {
    for (const { method, pattern, route } of routes) {
      const found = method === request.method ? pattern.exec(request.url.pathname) : null
      if (found) return route(request, found.slice(1))
    }
    return notFound()
  }
}

function outboxList({ outbox, sent }: School): OutboxEntry[] {
  const { items, sending, held } = outbox.view()
  const stateOf = ({ seq, refusal }: OutboxItem): OutboxEntry['state'] => {
    if (refusal) return 'attention'
    if (held.has(seq)) return 'held'
    return seq === sending ? 'sending' : 'waiting'
  }
  return [...items.map((item) => outboxEntry(item, stateOf(item))), ...sent()]
}

/** What the change says beside what the server has now. */
async function compare(school: School, item: OutboxItem): Promise<OutboxComparison> {
  const mine = await school.fieldsOf(item)
  const theirs = await serverRecord(school, item)
  return { mine, theirs: typeof theirs === 'object' && theirs !== null ? { ...theirs } : null }
}

/** The record that a change is of, as the server has it; null where that cannot be known. */
async function serverRecord(
  { connection }: School,
  { target, path }: OutboxItem,
): Promise<unknown> {
  const read = async (address: string): Promise<unknown> => {
    const answer = await connection.forward({ method: 'GET', path: address })
    return answer?.status === 200 ? answer.json().catch(() => null) : null
  }
  if (!target.includes('/')) return read(`/api/${target}`)
  if (!target.startsWith('studentCounts/')) return read(path)
  // A count has no address by its id: it stands in the list.
  const rows = await read('/api/studentCounts')
  const id = path.slice(path.lastIndexOf('/') + 1)
  return Array.isArray(rows) ? rows.find((row) => row?._id === id) : null
}

const exactly = (path: string) => new RegExp(`^${path}$`)
const below = (path: string, end = '') => new RegExp(`^${path}/([0-9a-z-]{1,40})${end}$`)
const notFound = () => problemAnswer(404, 'not_found', '')

function jsonOf({ body }: PageRequest): unknown {
  try {
    return body ? JSON.parse(new TextDecoder().decode(body)) : null
  } catch {
    return null
  }
}
