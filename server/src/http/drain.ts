import type { Context } from 'koa'

const DRAIN_MS = 3000
const DRAIN_BYTES = 64 * 1024 * 1024

/**
 * After a refusal that did not wait for the whole body: keeps reading and throwing away for a
 * moment. A socket closed at once would reset the connection, and the client would see that
 * instead of the answer.
 */
export function drainAfterAnswer(ctx: Context): void {
  const { req } = ctx
  if (req.complete || req.readableEnded || req.destroyed) return
  ctx.set('Connection', 'close')
  let left = DRAIN_BYTES
  const end = () => req.socket.destroy()
  const timer = setTimeout(end, DRAIN_MS)
  timer.unref()
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) end()
  })
  req.once('close', () => clearTimeout(timer))
  req.resume()
}
