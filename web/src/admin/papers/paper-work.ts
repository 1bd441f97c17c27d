import type { FoundSheet, MadePage, PageOptions, PaperJob, PaperReport } from './paper-worker.ts'

export type { FoundSheet, MadePage, PageOptions }

export class PaperError extends Error {
  /** @param reason `undecodable`: the browser cannot read the photo */
  constructor(
    readonly reason: 'undecodable' | 'other',
    message: string,
  ) {
    super(message)
    this.name = 'PaperError'
  }
}

export interface PaperWorkOptions {
  /** Ends the work at once; the promise rejects with the signal's reason. */
  signal?: AbortSignal
  /** Called with the finished part of a page, from 0 to 1. */
  onProgress?: (done: number) => void
}

/** Whether this browser can work on photos beside the page. */
export const canMakePapers = () =>
  typeof Worker === 'function' &&
  typeof OffscreenCanvas === 'function' &&
  typeof DecompressionStream === 'function'

/** Works on photos of papers in a worker, one at a time, in the order of the calls. */
export function createPaperWork() {
  let worker: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()

  const close = () => {
    worker?.terminate()
    worker = null
  }

  const send = (job: PaperJob, { signal, onProgress }: PaperWorkOptions) =>
    new Promise<PaperReport>((resolve, reject) => {
      signal?.throwIfAborted()
      worker ??= new Worker(new URL('./paper-worker.ts', import.meta.url), { type: 'module' })
      const cancel = () => {
        close()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', cancel, { once: true })
      worker.onmessage = ({ data }: MessageEvent<PaperReport>) => {
        if ('done' in data) return onProgress?.(data.done)
        signal?.removeEventListener('abort', cancel)
        if ('failed' in data) reject(new PaperError(data.failed, data.message))
        else resolve(data)
      }
      worker.onerror = ({ message }) => {
        signal?.removeEventListener('abort', cancel)
        close()
        reject(new PaperError('other', message))
      }
      worker.postMessage(job)
    })

  const run = (job: PaperJob, options: PaperWorkOptions) => {
    const report = last.then(() => send(job, options))
    last = report.catch(() => undefined)
    return report
  }

  return {
    /** Finds the sheet in a photo. @throws PaperError */
    async findCorners(photo: Blob, options: PaperWorkOptions = {}): Promise<FoundSheet> {
      const report = await run({ photo, make: null }, options)
      if ('found' in report) return report.found
      throw new PaperError('other', 'The worker answered another question')
    },

    /** Makes a page of the sheet in a photo. @throws PaperError */
    async makePage(
      photo: Blob,
      make: PageOptions,
      options: PaperWorkOptions = {},
    ): Promise<MadePage> {
      const report = await run({ photo, make }, options)
      if ('made' in report) return report.made
      throw new PaperError('other', 'The worker answered another question')
    },

    /** Ends the worker; the next call starts another. Call it between calls only. */
    close,
  }
}
