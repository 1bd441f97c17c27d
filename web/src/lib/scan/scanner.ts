import type { FoundSheet, MadePage, PageOptions, ScanJob, ScanReport } from './scan-worker.ts'

export type { FoundSheet, MadePage, PageOptions }

export class ScanError extends Error {
  /** @param reason `undecodable`: the browser cannot read the photo */
  constructor(
    readonly reason: 'undecodable' | 'other',
    message: string,
  ) {
    super(message)
    this.name = 'ScanError'
  }
}

export interface ScanOptions {
  /** Ends the work at once; the promise rejects with the signal's reason. */
  signal?: AbortSignal
  /** Called with the finished part of a page, from 0 to 1. */
  onProgress?: (done: number) => void
}

/** Whether this browser can work on photos beside the page. */
export const canScan = () =>
  typeof Worker === 'function' &&
  typeof OffscreenCanvas === 'function' &&
  typeof DecompressionStream === 'function'

/** Scans photos of papers in a worker, one at a time, in the order of the calls. */
export function createScanner() {
  let worker: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()

  const close = () => {
    worker?.terminate()
    worker = null
  }

  const send = (job: ScanJob, { signal, onProgress }: ScanOptions) =>
    new Promise<ScanReport>((resolve, reject) => {
      signal?.throwIfAborted()
      worker ??= new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module' })
      const cancel = () => {
        close()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', cancel, { once: true })
      worker.onmessage = ({ data }: MessageEvent<ScanReport>) => {
        if ('done' in data) return onProgress?.(data.done)
        signal?.removeEventListener('abort', cancel)
        if ('failed' in data) reject(new ScanError(data.failed, data.message))
        else resolve(data)
      }
      worker.onerror = ({ message }) => {
        signal?.removeEventListener('abort', cancel)
        close()
        reject(new ScanError('other', message))
      }
      worker.postMessage(job)
    })

  const run = (job: ScanJob, options: ScanOptions) => {
    const report = last.then(() => send(job, options))
    last = report.catch(() => undefined)
    return report
  }

  return {
    /** Finds the sheet in a photo. @throws ScanError */
    async findCorners(photo: Blob, options: ScanOptions = {}): Promise<FoundSheet> {
      const report = await run({ photo, make: null }, options)
      if ('found' in report) return report.found
      throw new ScanError('other', 'The worker answered another question')
    },

    /** Makes a page of the sheet in a photo. @throws ScanError */
    async makePage(photo: Blob, make: PageOptions, options: ScanOptions = {}): Promise<MadePage> {
      const report = await run({ photo, make }, options)
      if ('made' in report) return report.made
      throw new ScanError('other', 'The worker answered another question')
    },

    /** Ends the worker; the next call starts another. Call it between calls only. */
    close,
  }
}
