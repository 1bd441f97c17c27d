import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Api } from '@bidyaloy/shared/api/api'
import { fetchSend } from '@bidyaloy/shared/api/http-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAdminApi } from './admin-api.ts'
import { createSignInGate } from './sign-in-gate.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** Answers 401 unless `session.open`. Records requests and idempotency keys. */
async function guardedServer(session: { open: boolean }) {
  const requested: string[] = []
  const keys: unknown[] = []
  server = createServer((request, response) => {
    requested.push(`${request.method} ${request.url}`)
    keys.push(request.headers['idempotency-key'])
    if (request.url === '/api/admin/login') response.end(JSON.stringify({ token: 'new' }))
    else if (session.open) response.writeHead(204).end()
    else {
      const body = JSON.stringify({ error: 'লগইন করুন।', code: 'unauthenticated' })
      response.writeHead(401, { 'content-type': 'application/json' }).end(body)
    }
  })
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { requested, keys, send: fetchSend(`http://127.0.0.1:${port}`) }
}

const notice = (id: string) => ({ params: { collection: 'notices', id } }) as const

describe('requests interrupted by an ended session', () => {
  const bothDeletions = ({ deleteEntry }: Api) =>
    Promise.all([deleteEntry(notice('a')), deleteEntry(notice('b'))])
  const twiceEach = ['a', 'a', 'b', 'b'].map((id) => `DELETE /api/notices/${id}`)

  it('continue after one sign-in', async () => {
    const session = { open: false }
    const { requested, send } = await guardedServer(session)
    const gate = createSignInGate()
    let questions = 0
    gate.subscribe(() => {
      if (gate.isAsking()) questions += 1
    })
    let refused = 0
    const { api } = createAdminApi(async (request) => {
      const response = await send(request)
      if (response.status === 401) refused += 1
      if (refused === 2 && !session.open) {
        setImmediate(() => {
          session.open = true
          gate.reply(true)
        })
      }
      return response
    }, gate)
    await bothDeletions(api)
    expect(questions).toBe(1)
    expect(requested.toSorted()).toEqual(twiceEach)
    expect(gate.isAsking()).toBe(false)
  })

  it('continue without a question if their 401 arrives after the sign-in', async () => {
    const session = { open: false }
    const { requested, send } = await guardedServer(session)
    const gate = createSignInGate()
    let questions = 0
    gate.subscribe(() => {
      if (!gate.isAsking()) return
      questions += 1
      setImmediate(() => {
        session.open = true
        gate.reply(true)
      })
    })
    let refused = 0
    const { api } = createAdminApi(async (request) => {
      const response = await send(request)
      if (response.status !== 401) return response
      refused += 1
      // Both are refused; then the 401 of `b` is held back until `a` is sent again.
      const isHeld = request.url === '/api/notices/b'
      await vi.waitUntil(() => (isHeld ? requested.length > 2 : refused === 2))
      return response
    }, gate)
    await bothDeletions(api)
    expect(questions).toBe(1)
    expect(requested.toSorted()).toEqual(twiceEach)
    expect(gate.isAsking()).toBe(false)
  })

  it('ask again if the session ended a second time', async () => {
    const session = { open: false }
    const { requested, send } = await guardedServer(session)
    const gate = createSignInGate()
    let questions = 0
    gate.subscribe(() => {
      if (!gate.isAsking()) return
      questions += 1
      setImmediate(() => {
        session.open = true
        gate.reply(true)
      })
    })
    const { api } = createAdminApi(send, gate)
    await api.deleteEntry(notice('a'))
    session.open = false
    await api.deleteEntry(notice('b'))
    expect(questions).toBe(2)
    expect(requested).toHaveLength(4)
  })

  it('keep their idempotency key when sent again', async () => {
    const session = { open: false }
    const { keys, send } = await guardedServer(session)
    const gate = createSignInGate()
    gate.subscribe(() => {
      session.open = true
      if (gate.isAsking()) setImmediate(() => gate.reply(true))
    })
    const { api } = createAdminApi(send, gate)
    await api.deleteEntry(notice('a'))
    await api.deleteEntry(notice('a'))
    const [first, again, next] = keys
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(again).toBe(first)
    expect(next).not.toBe(first)
  })

  it('fail with 401 when the sign-in is declined', async () => {
    const { requested, send } = await guardedServer({ open: false })
    const gate = createSignInGate()
    gate.subscribe(() => gate.isAsking() && setImmediate(() => gate.reply(false)))
    const { api } = createAdminApi(send, gate)
    await expect(api.deleteEntry(notice('a'))).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(requested).toHaveLength(1)
  })

  it('ask again after a declined sign-in only for changes', async () => {
    const { send } = await guardedServer({ open: false })
    const gate = createSignInGate()
    let questions = 0
    gate.subscribe(() => {
      if (!gate.isAsking()) return
      questions += 1
      setImmediate(() => gate.reply(false))
    })
    const { api } = createAdminApi(send, gate)
    const refused = { code: 'unauthenticated' }
    await expect(api.deleteEntry(notice('a'))).rejects.toMatchObject(refused)
    await expect(api.listTrash()).rejects.toMatchObject(refused)
    expect([questions, gate.wasDeclined()]).toEqual([1, true])
    await expect(api.deleteEntry(notice('a'))).rejects.toMatchObject(refused)
    expect(questions).toBe(2)

    // A sign-in on the sign-in page resets the declined question.
    await api.login({ body: { username: 'admin', password: 'a long enough password' } })
    expect(gate.wasDeclined()).toBe(false)
  })

  it('are not sent again when cancelled during the sign-in', async () => {
    const { requested, send } = await guardedServer({ open: false })
    const gate = createSignInGate()
    const cancel = new AbortController()
    gate.subscribe(() => {
      if (!gate.isAsking()) return
      cancel.abort()
      setImmediate(() => gate.reply(true))
    })
    const { api } = createAdminApi(send, gate)
    const deletion = api.deleteEntry(notice('a'), { signal: cancel.signal })
    await expect(deletion).rejects.toMatchObject({ code: 'aborted' })
    expect(requested).toHaveLength(1)
  })

  it('do not ask for a sign-in when reading the session', async () => {
    const { send } = await guardedServer({ open: false })
    const gate = createSignInGate()
    const { api } = createAdminApi(send, gate)
    await expect(api.session()).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(gate.isAsking()).toBe(false)
  })
})
