import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetchSend } from '@bidyaloy/shared/api/http-api'
import { afterEach, describe, expect, it } from 'vitest'
import { createAdminApi } from './admin-api.ts'
import { createSignInGate } from './sign-in-gate.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** Deletes entries only while `session.open`; counts what it was asked. */
async function guardedServer(session: { open: boolean }) {
  const asked: string[] = []
  const keys: unknown[] = []
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
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
  return { asked, keys, send: fetchSend(`http://127.0.0.1:${port}`) }
}

const notice = (id: string) => ({ params: { collection: 'notices', id } }) as const

describe('work that an ended session interrupts', () => {
  it('goes on after signing in; several calls ask only once', async () => {
    const session = { open: false }
    const { asked, send } = await guardedServer(session)
    const gate = createSignInGate()
    let questions = 0
    gate.subscribe(() => {
      if (!gate.isAsking()) return
      questions += 1
      setImmediate(() => {
        session.open = true
        gate.answer(true)
      })
    })
    const { api } = createAdminApi(send, gate)
    await Promise.all([api.deleteEntry(notice('a')), api.deleteEntry(notice('b'))])
    expect(questions).toBe(1)
    expect(asked.filter((line) => line === 'DELETE /api/notices/a')).toHaveLength(2)
    expect(gate.isAsking()).toBe(false)
  })

  it('is the same change when it is sent again, and another the next time', async () => {
    const session = { open: false }
    const { keys, send } = await guardedServer(session)
    const gate = createSignInGate()
    gate.subscribe(() => {
      session.open = true
      if (gate.isAsking()) setImmediate(() => gate.answer(true))
    })
    const { api } = createAdminApi(send, gate)
    await api.deleteEntry(notice('a'))
    await api.deleteEntry(notice('a'))
    const [first, again, next] = keys
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(again).toBe(first)
    expect(next).not.toBe(first)
  })

  it('ends with the refusal where nobody signs in', async () => {
    const { asked, send } = await guardedServer({ open: false })
    const gate = createSignInGate()
    gate.subscribe(() => gate.isAsking() && setImmediate(() => gate.answer(false)))
    const { api } = createAdminApi(send, gate)
    await expect(api.deleteEntry(notice('a'))).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(asked).toHaveLength(1)
  })

  it('is not asked for again by what the page reads; by the next change it is', async () => {
    const { send } = await guardedServer({ open: false })
    const gate = createSignInGate()
    let questions = 0
    gate.subscribe(() => {
      if (!gate.isAsking()) return
      questions += 1
      setImmediate(() => gate.answer(false))
    })
    const { api } = createAdminApi(send, gate)
    const refused = { code: 'unauthenticated' }
    await expect(api.deleteEntry(notice('a'))).rejects.toMatchObject(refused)
    await expect(api.listTrash()).rejects.toMatchObject(refused)
    expect([questions, gate.wasDeclined()]).toEqual([1, true])
    await expect(api.deleteEntry(notice('a'))).rejects.toMatchObject(refused)
    expect(questions).toBe(2)

    // Whoever signs in on the page of the sign-in is asked again when that session ends.
    await api.login({ body: { username: 'admin', password: 'a long enough password' } })
    expect(gate.wasDeclined()).toBe(false)
  })

  it('does not start again after it was cancelled during the sign-in', async () => {
    const { asked, send } = await guardedServer({ open: false })
    const gate = createSignInGate()
    const cancel = new AbortController()
    gate.subscribe(() => {
      if (!gate.isAsking()) return
      cancel.abort()
      setImmediate(() => gate.answer(true))
    })
    const { api } = createAdminApi(send, gate)
    const deletion = api.deleteEntry(notice('a'), { signal: cancel.signal })
    await expect(deletion).rejects.toMatchObject({ code: 'aborted' })
    expect(asked).toHaveLength(1)
  })

  it('asks nobody when the session itself is asked for', async () => {
    const { send } = await guardedServer({ open: false })
    const gate = createSignInGate()
    const { api } = createAdminApi(send, gate)
    await expect(api.session()).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(gate.isAsking()).toBe(false)
  })
})
