import type { Api } from '@bidyaloy/shared/api/api'
import { useState } from 'react'
import { type Toast, useToasts } from '../../ui/toast.tsx'
import { withCopy } from '../t.ts'
import { useAdminApis } from './admin-api.ts'

/** How a form changes what is published, and says that it is done. */
interface WriteApi {
  api: Api
  /** Whether one of the changes since the last time asked only waits on this computer. */
  tookQueued(): boolean
  /** Says that it is done; where it only waits on this computer, that. */
  notifySaved(said: Pick<Toast, 'text' | 'action' | 'links'>): void
}

/** The same for as long as the component is there. */
export function useWriteApi(): WriteApi {
  const { watched } = useAdminApis()
  const toasts = useToasts()
  const [writing] = useState<WriteApi>(() => {
    let queued = false
    const tookQueued = () => {
      const was = queued
      queued = false
      return was
    }
    return {
      api: watched(() => {
        queued = true
      }),
      tookQueued,
      notifySaved: (said) => {
        if (!tookQueued()) return toasts.show({ tone: 'ok', ...said })
        // Only in the desktop program, where it lies on the disk.
        void import('@bidyaloy/shared/copy/desktop-copy').then(({ desktopCopy }) =>
          toasts.show({
            tone: 'ok',
            ...said,
            text: withCopy(desktopCopy)('outbox.savedLocal'),
            // What waits here is not on the site yet.
            links: [],
          }),
        )
      },
    }
  })
  return writing
}
