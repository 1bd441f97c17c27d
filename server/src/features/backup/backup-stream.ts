import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** Receives the progress, from 0 to 1. */
export type ReportProgress = (progress: number) => void

const REPORT_MS = 200

/** Returns a function that counts bytes and reports the share of `total` every 200 ms. */
export function progressCounter(total: number, report: ReportProgress): (bytes: number) => void {
  let done = 0
  let reportedAt = performance.now()
  return (bytes) => {
    done += bytes
    const now = performance.now()
    if (now - reportedAt < REPORT_MS) return
    reportedAt = now
    report(Math.min(done / Math.max(total, 1), 1))
  }
}

/** Creates a stream that passes bytes on, counts them and computes their SHA-256. */
export function hashStream(count: (bytes: number) => void): {
  stream: Transform
  /** Returns the hash in hexadecimal after the stream has ended. Call it once. */
  digest: () => string
} {
  const hash = createHash('sha256')
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      count(chunk.length)
      next(null, chunk)
    },
  })
  return { stream, digest: () => hash.digest('hex') }
}
