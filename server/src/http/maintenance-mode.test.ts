import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { createMaintenanceMode } from './maintenance-mode.ts'

it('closes in a bounded time, even if a response never closes', async () => {
  vi.useFakeTimers()
  try {
    const maintenance = createMaintenanceMode({})
    maintenance.open(() => undefined)
    const req = new IncomingMessage(new Socket())
    maintenance.listener(req, new ServerResponse(req))
    let isClosed = false
    const closed = maintenance.close(10_000, new AbortController().signal).then(() => {
      isClosed = true
    })
    await vi.advanceTimersByTimeAsync(10_000)
    expect([isClosed, req.socket.destroyed]).toEqual([false, true])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(isClosed).toBe(true)
    await closed
  } finally {
    vi.useRealTimers()
  }
})
