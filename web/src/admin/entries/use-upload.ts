import type { CallOptions } from '@bidyaloy/shared/api/api'
import { useEffect, useRef, useState } from 'react'
import { prepareFile } from '../photos/prepare-file.ts'

/** How far an upload is. */
export interface UploadProgress {
  phase: 'preparing' | 'sending'
  /** Bytes. */
  sent: number
  total: number
}

/** Follows one upload at a time, and can stop it. */
export function useUpload() {
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const follow = async <T>(
    file: File,
    send: (ready: File, options: Pick<CallOptions, 'signal' | 'onProgress'>) => Promise<T>,
  ): Promise<T> => {
    controller.current = new AbortController()
    const { signal } = controller.current
    setProgress({ phase: 'preparing', sent: 0, total: file.size })
    try {
      const ready = await prepareFile(file)
      setProgress({ phase: 'sending', sent: 0, total: ready.size })
      return await send(ready, {
        signal,
        onProgress: (sent, total) => setProgress({ phase: 'sending', sent, total }),
      })
    } finally {
      setProgress(null)
    }
  }
  return { progress, follow, cancel: () => controller.current?.abort() }
}
