import { ApiError } from '@bidyaloy/shared/api/api'
import { createHttpApi, fetchSend, type Send } from '@bidyaloy/shared/api/http-api'
import type { SendUpload } from '@bidyaloy/shared/api/resume-upload'
import { versionsOf } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfBytes } from '../../server/src/test/sample-files.ts'
import { startTestServer, type TestServer } from '../../server/src/test/test-server.ts'
import type { EntrySession } from '../../web/src/admin/session/entry-session.ts'
import { openSession, type SessionDeps } from '../../web/src/admin/session/open-session.ts'
import { editedRecord, newRecord } from '../../web/src/admin/session/session-records.ts'
import type { SessionRecord, SessionStore } from '../../web/src/admin/session/session-store.ts'
import { createUploader } from '../../web/src/admin/session/uploader.ts'

/*
 * Walks at random through everything that a user and a bad line can do to an entry that is being
 * written, against the real server. Whatever happened: it is published once, with what was typed last
 * and all files in order, and nothing is left behind.
 */

const WALKS = Number(process.env.WALKS ?? 300)
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const notices = { collection: 'notices' } as const

let school: TestServer
/** The account of both devices. */
let account: Awaited<ReturnType<TestServer['signIn']>>
let now = new Date('2026-11-23T04:00:00Z')
beforeAll(async () => {
  school = await startTestServer({ clock: () => now })
  account = await school.signIn()
})
afterAll(() => school.stop())

/** What happens to a request. */
const FAULTS = [
  'none',
  'notSent',
  'noResponse',
  'failed',
  'failedAfter',
  'signedOut',
  'busy',
  'foreignPage',
  'foreignPageAfter',
  'foreignNotFound',
] as const
type Fault = (typeof FAULTS)[number]

/** Responses of a proxy or another server contain a page, not the JSON of the API. */
const STATUS = {
  failed: 500,
  failedAfter: 502,
  signedOut: 401,
  busy: 429,
  foreignPage: 200,
  foreignPageAfter: 200,
  foreignNotFound: 404,
} as const

/** What a user, or another device, does. */
const ACTIONS = [
  'type',
  'addFile',
  'removeFile',
  'moveFile',
  'wait',
  'publish',
  'stop',
  'reload',
  'resume',
  'otherDevice',
  'otherAdmin',
  'takeOver',
  'nextDay',
] as const
type Action = (typeof ACTIONS)[number]

/** A browser with its storage, over a line with faults. */
function createBrowser(faults: readonly Fault[]) {
  const left = [...faults]
  const records = new Map<string, SessionRecord>()
  const files = new Map<string, File>()
  let timers: (() => void)[] = []
  let running = 0
  const faulty = async <T>(
    send: () => Promise<T>,
    answer: (status: number) => T,
  ): Promise<T | null> => {
    const fault = left.shift() ?? 'none'
    running += 1
    try {
      if (fault === 'notSent') return null
      const isAfter = fault === 'failedAfter' || fault === 'foreignPageAfter'
      if (fault !== 'none' && fault !== 'noResponse' && !isAfter) return answer(STATUS[fault])
      const response = await send()
      if (fault === 'noResponse') return null
      return isAfter ? answer(STATUS[fault]) : response
    } finally {
      running -= 1
    }
  }
  const headers = () => ({ authorization: `Bearer ${account.token}` })
  const send: Send = async (request) => {
    const plain = () =>
      fetchSend(school.url)({ ...request, headers: { ...request.headers, ...headers() } })
    const response = await faulty(plain, (status) => ({ status, text: '<!doctype html>' }))
    if (!response) throw new ApiError(0, 'offline', 'Lost')
    return response
  }
  const sendUpload: SendUpload = ({ path, body, ...request }) =>
    faulty(
      async () => {
        const response = await fetch(school.url + path, {
          method: request.method,
          headers: { ...request.headers, ...headers() },
          ...(body && { body }),
        })
        const text = await response.text()
        return {
          status: response.status,
          text,
          header: (name: string) => response.headers.get(name),
        }
      },
      (status) => ({ status, text: '', header: () => null }),
    )
  const store: SessionStore = {
    list: async (form) => [...records.values()].filter((one) => one.form === form),
    listAll: async () => [...records.values()],
    put: (key, record) => void records.set(key, structuredClone(record)),
    remove(key) {
      records.delete(key)
      for (const name of files.keys()) if (name.startsWith(`${key}/`)) files.delete(name)
    },
    putFile: (key, id, file) => void files.set(`${key}/${id}`, file),
    removeFile: (key, id) => void files.delete(`${key}/${id}`),
    file: async (key, id) => files.get(`${key}/${id}`) ?? null,
    isBroken: () => false,
  }
  const newDeps = (): SessionDeps => ({
    api: createHttpApi(send),
    store,
    uploader: createUploader({
      send: sendUpload,
      signIn: async () => true,
      retryDelays: [0, 0],
    }),
    clock: {
      after(_, run) {
        timers.push(run)
        return () => {
          timers = timers.filter((one) => one !== run)
        }
      },
    },
    autosaves: () => true,
    prepare: async (file) => file,
    refusal: () => null,
  })
  return {
    newDeps,
    mend: () => left.splice(0),
    stored: () => [records.size, files.size],
    record: () => [...records.values()].at(-1),
    /** Lets all timers run that are set now. */
    tick() {
      const due = timers
      timers = []
      for (const run of due) run()
    },
    forgetTimers() {
      timers = []
    },
    /** Waits until no request is on its way. */
    async quiet() {
      for (let still = 0; still < 3; ) {
        await new Promise((resolve) => setImmediate(resolve))
        still = running === 0 ? still + 1 : 0
      }
    },
  }
}

let walks = 0

/** Longer than any walk: a session without a way out. */
const STUCK_MS = Number(process.env.STUCK ?? 20_000)

async function endingWalk(
  isPublished: boolean,
  actions: readonly Action[],
  faults: readonly Fault[],
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const stuck = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The session is stuck')), STUCK_MS)
  })
  try {
    await Promise.race([walk(isPublished, actions, faults), stuck])
  } finally {
    clearTimeout(timer)
  }
}

/** @param isPublished whether the entry is published already, and only changed */
async function walk(
  isPublished: boolean,
  actions: readonly Action[],
  faults: readonly Fault[],
): Promise<void> {
  walks += 1
  const mark = `নোটিশ ${walks}`
  const browser = createBrowser(faults)
  const of = { form: 'notices', group: '', ...notices }
  const body = { title: `${mark} (0)`, body: `${mark}, আগের লেখা` }
  const present = isPublished ? await account.api.createEntry({ params: notices, body }) : null
  const blank = present ? editedRecord(of, present) : newRecord(of)
  let session: EntrySession = await openSession(browser.newDeps(), blank)
  let title = ''
  let mayBeSeen = false
  let count = 0
  let names: string[] = []
  let otherBody: string | null = null
  let publishedBody = body.body
  const type = () => {
    count += 1
    title = `${mark} (${count})`
    session.edit({ title })
  }
  const isOver = () => session.view().state === 'finished'
  const ids = () => session.attachments.list().map(({ id }) => id)
  const reopen = async () => {
    await browser.quiet()
    session.close()
    browser.forgetTimers()
    const record = browser.record()
    if (record) session = await openSession(browser.newDeps(), record)
  }
  const act: Record<Action, () => unknown> = {
    type,
    addFile() {
      count += 1
      const name = `${count}.pdf`
      names.push(name)
      session.attachments.add([new File([Uint8Array.from(pdfBytes(`${mark} ${count}`))], name)])
    },
    removeFile() {
      names = names.slice(1)
      session.arrange(ids().slice(1))
    },
    moveFile() {
      names = names.toReversed()
      session.arrange(ids().toReversed())
    },
    wait: browser.tick,
    publish() {
      mayBeSeen = true
      if (title === '') type()
      void session.publish()
    },
    stop: () => session.stop(),
    reload: reopen,
    resume: () => session.resume(),
    async otherDevice() {
      const id = session.view().entry?._id
      if (!id) return
      const params = { ...notices, id }
      const draft = await account.api.getDraft({ params }).catch(() => null)
      if (!draft) return
      const body = `${mark}, অন্য যন্ত্রে ${count}`
      const changed = { body, status: 'draft', ...versionsOf(draft) } as const
      // It may have been published or changed here since it was read.
      const isWritten = await account.api.updateEntry({ params, body: changed }).catch(() => null)
      if (isWritten) otherBody = body
    },
    /** Changes the published entry, past the change of it that is written here. */
    async otherAdmin() {
      if (!present || mayBeSeen || otherBody !== null) return
      const params = { ...notices, id: present._id }
      const { __v } = await account.api.getEntry({ params })
      const published = { body: `${mark}, অন্যের লেখা`, __v }
      const isWritten = await account.api.updateEntry({ params, body: published }).catch(() => null)
      if (isWritten) publishedBody = otherBody = published.body
    },
    takeOver: () => session.view().state === 'conflict' && session.reload().catch(() => undefined),
    async nextDay() {
      await browser.quiet()
      now = new Date(now.getTime() + DAY_MS + 60_000)
      account = await school.signIn()
    },
  }
  type()
  for (const action of actions) {
    if (isOver()) break
    await act[action]()
    // Half of what happens comes while a request is on its way.
    if (count % 2 === 0) await browser.quiet()
  }
  await browser.quiet()
  if (present && !mayBeSeen) {
    const visible = await school.visitor.getEntry({ params: { ...notices, id: present._id } })
    expect(visible).toMatchObject({ ...body, body: publishedBody })
  }

  browser.mend()
  for (let attempt = 0; !isOver() && attempt < 12; attempt += 1) {
    if (session.view().state === 'conflict') await session.reload()
    if (!present && names.length === 0 && otherBody === null) session.edit({ body: `${mark}, লেখা` })
    await session.publish()
    await browser.quiet()
  }
  expect(session.view().state).toBe('finished')
  expect(browser.stored()).toEqual([0, 0])
  session.close()

  const query = { q: mark }
  const isOwn = (one: { title: string }) => one.title.startsWith(`${mark} (`)
  const shown = (await account.api.listEntries({ params: notices, query })).filter(isOwn)
  expect(shown.map((one) => one.title)).toEqual([title])
  const published = await account.api.getEntry({ params: { ...notices, id: shown[0]?._id ?? '' } })
  expect(filesOf(published).map(({ fileName }) => fileName)).toEqual(names)
  if (otherBody !== null) expect(published.body).toBe(otherBody)
  const drafts = await account.api.listEntries({ params: notices, query: { state: 'draft' } })
  expect(drafts.filter(isOwn)).toEqual([])
}

test(`publishes once what was typed last, whatever happens (${WALKS} walks, seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(fc.constantFrom(...ACTIONS), { maxLength: 14, size: 'max' }),
      fc.array(
        fc.oneof(
          { weight: 2, arbitrary: fc.constant<Fault>('none') },
          { weight: 3, arbitrary: fc.constantFrom(...FAULTS) },
        ),
        { maxLength: 12 },
      ),
      endingWalk,
    ),
    { numRuns: WALKS, seed: SEED, endOnFailure: Boolean(process.env.SEED_FIRST) },
  )
}, 600_000)
