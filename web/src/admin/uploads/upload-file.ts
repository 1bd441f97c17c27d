import { ApiError, type CallOptions } from '@bidyaloy/shared/api/api'
import { useEffect, useRef, useState } from 'react'
import { prepareFile } from './prepare-file.ts'

/** The progress of an upload. */
export interface UploadProgress {
  phase: 'preparing' | 'packing' | 'sending'
  /** Bytes. */
  sent: number
  total: number
}

/** Makes chosen files ready for sending. */
export type Prepare = (
  files: readonly File[],
  options: { signal: AbortSignal; onProgress: (progress: UploadProgress) => void },
) => Promise<File[]>

interface UploadSteps<T> {
  prepare: Prepare
  send: (ready: File[], options: Pick<CallOptions, 'signal' | 'onProgress'>) => Promise<T>
  signal: AbortSignal
  onProgress: (progress: UploadProgress) => void
}

/**
 * Prepares files, then sends them in one request.
 * @throws ApiError `aborted` if `signal` fires before sending
 */
async function uploadFiles<T>(
  files: readonly File[],
  { prepare, send, signal, onProgress }: UploadSteps<T>,
): Promise<T> {
  const ready = await prepare(files, { signal, onProgress }).catch((error: unknown) => {
    assertWanted(signal)
    throw error
  })
  assertWanted(signal)
  const size = ready.reduce((sum, file) => sum + file.size, 0)
  onProgress({ phase: 'sending', sent: 0, total: size })
  return send(ready, {
    signal,
    onProgress: (sent, total) => onProgress({ phase: 'sending', sent, total }),
  })
}

/** @throws ApiError `aborted` */
function assertWanted(signal: AbortSignal): void {
  if (signal.aborted) throw new ApiError(0, 'aborted', 'Cancelled before sending')
}

/** Prepares one file after the other. */
const prepareEach: Prepare = async (files, { signal, onProgress }) => {
  const ready: File[] = []
  for (const file of files) {
    onProgress({ phase: 'preparing', sent: 0, total: file.size })
    ready.push(await prepareFile(file))
    assertWanted(signal)
  }
  return ready
}

/**
 * Uploads the files of one request, and can cancel it. `progress` is null between uploads.
 * @param prepare by default shrinks pictures
 */
export function useUpload(prepare: Prepare = prepareEach) {
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const upload = async <T>(files: readonly File[], send: UploadSteps<T>['send']): Promise<T> => {
    controller.current = new AbortController()
    const { signal } = controller.current
    try {
      return await uploadFiles(files, {
        prepare,
        send,
        signal,
        onProgress: setProgress,
      })
    } finally {
      setProgress(null)
    }
  }
  return { progress, upload, cancel: () => controller.current?.abort() }
}
