import { ApiError, type CallOptions } from '@bidyaloy/shared/api/api'
import { useRef, useState } from 'react'

export interface UploadProgress {
  /** Bytes. */
  sent: number
  total: number
}

/** Follows one upload at a time, and can stop it. */
export function useUpload() {
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const controller = useRef<AbortController | null>(null)
  const follow = async <T>(
    file: File | null,
    send: (options: Pick<CallOptions, 'signal' | 'onProgress'>) => Promise<T>,
  ): Promise<T> => {
    controller.current = new AbortController()
    if (file) setProgress({ sent: 0, total: file.size })
    try {
      return await send({
        signal: controller.current.signal,
        onProgress: (sent, total) => setProgress({ sent, total }),
      })
    } finally {
      setProgress(null)
    }
  }
  return { progress, follow, cancel: () => controller.current?.abort() }
}

/** @throws ApiError where the browser cannot read the file any more: moved, changed, unplugged. */
export async function assertReadable(file: File, sentence: string): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new ApiError(0, 'validation_failed', sentence, { file: sentence })
  }
}
