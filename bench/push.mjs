import { createECDH, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ask } from './load.mjs'
import { signIn, startReference, startSchool } from './servers.mjs'

const Sqlite = createRequire(new URL('../server/package.json', import.meta.url))('better-sqlite3')

const SUBSCRIBERS = 10_000
const CURVE = 'prime256v1'
const brotli = { 'accept-encoding': 'br' }
/** Readers who come at a steady rate, far below what the server can do. */
const READERS = { connections: 10, overallRate: 200 }

/** Adds subscribers with keys of their own at a push service. */
function withSubscribers(count, service) {
  return (dataDir) => {
    const server = createECDH(CURVE)
    server.setPrivateKey(fs.readFileSync(path.join(dataDir, 'push-key'), 'utf8').trim(), 'hex')
    const database = new Sqlite(path.join(dataDir, 'bidyaloy.sqlite'))
    const insert = database.prepare(
      `INSERT INTO push_subscription (endpoint, p256dh, auth, server_key, created_at, origin, last_ok_at)
      VALUES (?, ?, ?, ?, '2026-01-01T00:00:00.000Z', ?, '2026-01-01T00:00:00.000Z')`,
    )
    database.transaction(() => {
      for (let n = 0; n < count; n += 1) {
        const browser = createECDH(CURVE)
        browser.generateKeys()
        insert.run(
          `${service}/${n}`,
          browser.getPublicKey('base64url'),
          randomBytes(16).toString('base64url'),
          server.getPublicKey('base64url'),
          new URL(service).origin,
        )
      }
    })()
    database.close()
  }
}

/** Measures how long it takes to tell 10,000 subscribers of a notice, and what readers notice of it. */
export async function measure({ rounds, seconds, short }) {
  const count = short ? SUBSCRIBERS / 10 : SUBSCRIBERS
  const service = await startReference({ kind: 'answer', status: 201, headers: {}, body: '' })
  // In truth on other machines.
  os.setPriority(service.pid, os.constants.priority.PRIORITY_LOW)
  const school = await startSchool(withSubscribers(count, service.url), {
    PUSH_SERVICES: '127.0.0.1',
  })
  try {
    const readers = { url: `${school.url}/`, headers: brotli, ...READERS }
    const idle = []
    for (let n = 0; n < rounds; n += 1) idle.push(await ask({ ...readers, duration: seconds }))
    const started = performance.now()
    const isTold = await publish(school)
    const busy = []
    let told
    const watching = (async () => {
      while (!isTold()) await wait(100)
      told = (performance.now() - started) / 1000
    })()
    while (told === undefined) busy.push(await ask({ ...readers, duration: seconds }))
    await watching
    const [idleP99, busyP99] = [idle, busy].map(medianP99)
    return [
      {
        what: `tell ${count} subscribers of a notice`,
        figure: told,
        unit: 's',
        aim: { atMost: (60 * count) / SUBSCRIBERS },
        raw: { 'messages/s': count / told },
      },
      {
        what: 'GET / (brotli) meanwhile, p99',
        figure: busyP99 / idleP99,
        unit: 'of idle',
        aim: { atMost: 1.5 },
        raw: { 'p99 ms': busyP99, 'idle p99': idleP99, 'requests/s': READERS.overallRate },
      },
    ]
  } finally {
    await school.stop()
    await service.stop()
  }
}

const medianP99 = (results) =>
  results.map(({ p99Ms }) => p99Ms).sort((a, b) => a - b)[Math.floor(results.length / 2)]

/** Publishes a notice. @returns whether its subscribers are told */
async function publish(school) {
  const headers = { ...(await signIn(school)), 'content-type': 'application/json' }
  const body = JSON.stringify({ title: 'কাল বিদ্যালয় বন্ধ', body: 'ভারী বৃষ্টির কারণে।' })
  const answer = await fetch(`${school.url}/api/notices`, { method: 'POST', headers, body })
  if (answer.status !== 201) throw new Error(`A write returned ${answer.status}`)
  const { _id: id } = await answer.json()
  const ledger = new Sqlite(path.join(school.dataDir, 'push.sqlite'), { readonly: true })
  const find = ledger.prepare('SELECT at FROM told WHERE id = ?').pluck()
  return () => {
    const isDone = find.get(id) === null
    if (isDone) ledger.close()
    return isDone
  }
}
