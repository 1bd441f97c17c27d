import type { Api } from '@bidyaloy/shared/api/api'
import { useState } from 'react'
import { type Toast, useToasts } from '../../ui/toast.tsx'
import { withCopy } from '../t.ts'
import { useAdminApis } from './admin-api.ts'

type Saved = Pick<Toast, 'text' | 'records' | 'action'>

/** The API for changes, and how their result is reported. */
interface WriteApi {
  api: Api
  /** Returns whether a change since the last call is only in the outbox. */
  takeQueuedFlag(): boolean
  /** Shows a message of success; if the change is only in the outbox, a message that says so. */
  notifySaved(message: Saved): void
  /** The same, but shows nothing and returns false if the change is not only in the outbox. */
  notifyQueued(message?: Omit<Saved, 'text'>): boolean
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
    const notifyQueued: WriteApi['notifyQueued'] = (message) => {
      if (!takeQueuedFlag()) return false
      // Only in the desktop app.
      void import('@bidyaloy/shared/copy/desktop-copy').then(({ desktopCopy }) => {
        const text = withCopy(desktopCopy)('outbox.savedLocal')
        toasts.show({ tone: 'ok', ...message, text })
      })
      return true
    }
    return {
      api: watchQueued(() => {
        queued = true
      }),
      takeQueuedFlag,
      notifySaved: (message) => {
        if (!notifyQueued(message)) toasts.show({ tone: 'ok', ...message })
      },
      notifyQueued,
    }
  })
  return writeApi
}
