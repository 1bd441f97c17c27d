import fs, { constants } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '@bidyaloy/shared/api/problem'
import { tooLarge } from '../http/multipart-upload.ts'

/** A body to append to a file. */
interface Append {
  body: Readable
  /** Length that the file must have before. */
  from: number
  /** Length that it may have after it. */
  size: number
}

/** Requests that append to files, one at a time for each file. */
export interface AppendRequests {
  /** Whether a request appends to the file of an id. */
  isRunning(id: string): boolean
  /**
   * Appends a body; must not be called while another request does.
   * @returns the length after it, which is durable
   * @throws Problem `conflict` for another length, `too_large` beyond its size; errors of the disk
   *   and of the connection
   */
  append(id: string, append: Append): Promise<number>
  /** Ends the request that appends, if there is one, and waits until the file is closed. */
  interrupt(id: string): Promise<void>
  /** Ends all requests that append, at once, and takes no other one: their clients go on later. */
  close(): Promise<void>
}

interface Running {
  body: Readable
  appended: { bytes: number }
  /** Resolves when the file is closed. */
  closed: Promise<void>
}

interface AppendRequestsOptions {
  fileOf(id: string): string
  /** Largest file, in bytes; named in errors. */
  maxBytes: number
}

/** A request that receives nothing in this time has lost its client. */
const SILENCE_MS = 100
/** A request that still receives bytes is cut off after waiting this often. */
const MAX_WAITS = 30

export function createAppendRequests({ fileOf, maxBytes }: AppendRequestsOptions): AppendRequests {
  const running = new Map<string, Running>()
  let isClosed = false

  const write = async (id: string, { from, size, body }: Append, appended: { bytes: number }) => {
    const handle = await fs.open(fileOf(id), constants.O_WRONLY | constants.O_APPEND)
    try {
      let { size: offset } = await handle.stat()
      if (offset !== from) throw new Problem('conflict')
      try {
        for await (const chunk of body.iterator({ destroyOnReturn: false })) {
          if (!Buffer.isBuffer(chunk)) throw new Problem('malformed_body')
          if (offset + chunk.length > size) throw tooLarge(maxBytes)
          await handle.appendFile(chunk)
          offset += chunk.length
          appended.bytes += chunk.length
        }
      } finally {
        await handle.datasync()
      }
      return offset
    } finally {
      await handle.close()
    }
  }

  return {
    isRunning: (id) => running.has(id),
    async append(id, append) {
      if (isClosed) throw new Problem('unavailable')
      const appended = { bytes: 0 }
      const work = write(id, append, appended)
      const closed = work.then(
        () => undefined,
        () => undefined,
      )
      running.set(id, { body: append.body, appended, closed })
      try {
        return await work
      } finally {
        if (running.get(id)?.closed === closed) running.delete(id)
      }
    },
    /*
     * A client that resumes has lost its connection. Bytes may still be in proxies and buffers, so the
     * request is ended only after a moment without a byte.
     */
    async interrupt(id) {
      for (let request = running.get(id); request; request = running.get(id)) {
        const { appended, closed } = request
        let before = -1
        for (let waits = 0; waits < MAX_WAITS && before < appended.bytes; waits += 1) {
          before = appended.bytes
          await Promise.race([closed, wait(SILENCE_MS)])
          if (running.get(id) !== request) break
        }
        request.body.destroy(new Error('The upload continues over another connection'))
        await closed
      }
    },
    async close() {
      isClosed = true
      const requests = [...running.values()]
      for (const { body } of requests) body.destroy(new Error('The server stops'))
      await Promise.all(requests.map(({ closed }) => closed))
    },
  }
}
