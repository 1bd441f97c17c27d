import pino from 'pino'
import { afterEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/test-server.ts'
import { startBacklog } from './backlog.ts'
import { EntryRow } from './entities.ts'

let school: TestServer
afterEach(() => school.stop())

it('tries an entry that failed again after a pause, and works on others meanwhile', async () => {
  school = await startTestServer()
  for (const title of ['প্রথম', 'দ্বিতীয়']) {
    await school.admin.createEntry({
      params: { collection: 'notices' },
      body: { title, body: 'ক' },
    })
  }
  const { db } = school.server.internals
  const tried: string[] = []
  const done = new Set<number>()
  await new Promise<void>((resolve) => {
    const backlog = startBacklog(
      { db, log: pino({ level: 'silent' }) },
      {
        name: 'testing',
        pausesMs: [100, 100],
        waiting: async (count) => {
          const rows = await db.read.find(EntryRow, { order: { seq: 'ASC' } })
          return rows.filter(({ seq }) => !done.has(seq)).slice(0, count)
        },
        async run({ seq, title }) {
          tried.push(title)
          if (title === 'প্রথম' && tried.filter((one) => one === title).length < 4)
            throw new Error('Not now')
          done.add(seq)
          if (done.size === 2) void backlog.stop().then(resolve)
        },
      },
    )
  })
  expect(tried.filter((title) => title === 'প্রথম')).toHaveLength(4)
  expect(tried.slice(0, 2)).toEqual(['প্রথম', 'দ্বিতীয়'])
})
