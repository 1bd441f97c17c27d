import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { createListeners } from '../lib/listeners.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

const ToastContext = createContext<ToastStore | null>(null)

export const ToastProvider = ToastContext.Provider

/** @throws Error without a `ToastProvider` */
export function useToasts(): ToastStore {
  const store = useContext(ToastContext)
  if (!store) throw new Error('No ToastProvider above this component')
  return store
}

const READING_MS = 6_000
/** Long enough to reach the button by keyboard, after a whole list. */
const ACTION_MS = MINUTE_MS

/** The region of short messages. Always rendered, so that screen readers announce changes. */
export function Toaster({ label, dismissLabel }: { label: string; dismissLabel: string }) {
  const store = useToasts()
  const toasts = useSyncExternalStore(store.subscribe, store.list)
  useEffect(() => {
    // A message about the form before would contradict the result of this one.
    document.addEventListener('submit', store.clear, true)
    return () => document.removeEventListener('submit', store.clear, true)
  }, [store])
  return (
    <section className="toasts" aria-label={label} aria-live="polite" aria-relevant="additions">
      {toasts.map((toast) => (
        <ToastBox key={toast.id} toast={toast} dismissLabel={dismissLabel} />
      ))}
    </section>
  )
}

function ToastBox({ toast, dismissLabel }: { toast: Toast; dismissLabel: string }) {
  const { id, tone, text, action } = toast
  const store = useToasts()
  const [isPaused, setPaused] = useState(false)
  const readingTime = action ? ACTION_MS : READING_MS
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => store.dismiss(id), readingTime)
    return () => clearTimeout(timer)
  }, [isPaused, readingTime, store, id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only stops the timer
    <div
      className="toast"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon name={tone === 'ok' ? 'check' : 'error'} />
      <div>{text}</div>
      {action && (
        <Button
          small
          icon={action.icon}
          onClick={() => {
            store.dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <Button
        small
        look="quiet"
        icon="close"
        aria-label={dismissLabel}
        onClick={() => store.dismiss(id)}
      />
    </div>
  )
}

interface ToastAction {
  label: string
  icon: IconName
  run: () => void
}

/** A short message. */
export interface Toast {
  id: number
  tone: 'ok' | 'error'
  text: ReactNode
  /** Ids of the records it is about. */
  records?: readonly string[]
  action?: ToastAction
}

/** The shown messages, oldest first. */
export interface ToastStore {
  /**
   * Shows a message in place of the others. Those with an action stay, except the oldest beyond the
   * limit and those about the same records, whose action is no longer possible.
   */
  show(toast: Omit<Toast, 'id'>): void
  dismiss(id: number): void
  /** Removes the messages without an action. */
  clear(): void
  list(): readonly Toast[]
  /** Calls `changed` on every change, until the returned function is called. */
  subscribe(changed: () => void): () => void
}

const MAX_TOASTS = 3

/**
 * A queue of our own: sonner, the usual library, writes a <style> element while it loads, which
 * a content security policy without inline styles refuses.
 */
export function createToastStore(): ToastStore {
  let toasts: readonly Toast[] = []
  let lastId = 0
  const { subscribe, notify } = createListeners()
  const set = (next: readonly Toast[]) => {
    toasts = next
    notify()
  }
  return {
    show: (toast) => {
      lastId += 1
      const { records = [] } = toast
      const isSettled = (other: Toast) => other.records?.some((id) => records.includes(id))
      const others = toasts.filter((other) => other.action && !isSettled(other))
      set([...others, { ...toast, id: lastId }].slice(-MAX_TOASTS))
    },
    dismiss: (id) => set(toasts.filter((toast) => toast.id !== id)),
    clear: () => set(toasts.filter(({ action }) => action)),
    list: () => toasts,
    subscribe,
  }
}
