import type { ReactNode } from 'react'
import type { IconName } from './icon.tsx'

interface ToastAction {
  label: string
  icon: IconName
  run: () => void
}

/** A link that a message offers; it opens a tab of its own, and the message stays. */
export interface ToastLink {
  label: string
  icon: IconName
  href: string
}

/** A short message. */
export interface Toast {
  id: number
  tone: 'ok' | 'error'
  text: ReactNode
  action?: ToastAction
  links?: readonly ToastLink[]
}

/** The messages that are shown now, oldest first. */
export interface ToastStore {
  /** Shows a message; the oldest goes when there are too many. */
  show(toast: Omit<Toast, 'id'>): void
  dismiss(id: number): void
  list(): readonly Toast[]
  /** Calls back on every change, until the returned function is called. */
  subscribe(changed: () => void): () => void
}

const AT_ONCE = 3

/**
 * A queue of our own: sonner, the usual library, writes a <style> element while it loads, which
 * a content security policy without inline styles refuses.
 */
export function createToastStore(): ToastStore {
  let toasts: readonly Toast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const set = (next: readonly Toast[]) => {
    toasts = next
    for (const changed of listeners) changed()
  }
  return {
    show: (toast) => {
      lastId += 1
      set([...toasts, { ...toast, id: lastId }].slice(-AT_ONCE))
    },
    dismiss: (id) => set(toasts.filter((toast) => toast.id !== id)),
    list: () => toasts,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}
