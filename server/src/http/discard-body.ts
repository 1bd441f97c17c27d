import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Context } from 'koa'

const DISCARD_MS = 3000
const DISCARD_BYTES = 64 * 1024 * 1024

/**
 * For a refusal that did not wait for the whole body: sends the answer that stands in `ctx.body`, a
 * JSON object, at once, but ends it only when the body has come or a moment has passed. What comes
 * is thrown away. With its answer ended the socket would be closed and the connection reset, and
 * the client would see that instead of the answer.
 */
export function discardBody(ctx: Context): void {
  const { req } = ctx
  if (req.complete || req.readableEnded || req.destroyed || ctx.method === 'HEAD') return
  const answer = Buffer.from(JSON.stringify(ctx.body))
  ctx.body = Readable.from(withDelayedEnd(answer, discarded(req)))
  ctx.type = 'application/json; charset=utf-8'
  ctx.length = answer.length
  ctx.set('Connection', 'close')
}

async function* withDelayedEnd(answer: Buffer, end: Promise<void>): AsyncGenerator<Buffer> {
  yield answer
  await end
}

/** Reads and throws away until the body ends, the client goes, or it has been enough. */
function discarded(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, DISCARD_MS)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    let left = DISCARD_BYTES
    req.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) end()
    })
    req.once('end', end).once('close', end)
    req.resume()
  })
}
