import type { Api } from '@bidyaloy/shared/api/api'
import { useState } from 'react'
import { type Toast, useToasts } from '../../ui/toast.tsx'
import { withCopy } from '../t.ts'
import { useAdminApis } from './admin-api.ts'

/** The API for changes, and how their result is reported. */
interface WriteApi {
  api: Api
  /** Returns whether a change since the last call is only in the outbox. */
  takeQueuedFlag(): boolean
  /** Shows a message of success; if the change is only in the outbox, a message that says so. */
  notifySaved(message: Pick<Toast, 'text' | 'records' | 'action' | 'links'>): void
}

/** Stays the same object while the component is mounted. */
export function useWriteApi(): WriteApi {
  const { watchQueued } = useAdminApis()
  const toasts = useToasts()
  const [writeApi] = useState<WriteApi>(() => {
    let queued = false
    const takeQueuedFlag = () => {
      const before = queued
      queued = false
      return before
    }
    return {
      api: watchQueued(() => {
        queued = true
      }),
      takeQueuedFlag,
      notifySaved: (message) => {
        if (!takeQueuedFlag()) return toasts.show({ tone: 'ok', ...message })
        // Only in the desktop app. Links are omitted: the change is not on the site yet.
        void import('@bidyaloy/shared/copy/desktop-copy').then(({ desktopCopy }) => {
          const text = withCopy(desktopCopy)('outbox.savedLocal')
          toasts.show({ tone: 'ok', ...message, text, links: [] })
        })
      },
    }
  })
  return writeApi
}
