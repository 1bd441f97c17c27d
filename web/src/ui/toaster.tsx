import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { NewTabLink } from './new-tab-link.tsx'
import type { Toast, ToastStore } from './toast-store.ts'

const ToastContext = createContext<ToastStore | null>(null)

export const ToastProvider = ToastContext.Provider

/** @throws where no provider stands above */
export function useToasts(): ToastStore {
  const store = useContext(ToastContext)
  if (!store) throw new Error('No ToastProvider above this component')
  return store
}

const READING_MS = 6_000
/** Long enough to reach the button by keyboard, behind a whole list. */
const ACTING_MS = 60_000

/** Where short messages appear. Always there, so that screen readers notice what comes into it. */
export function Toaster({ label, dismissLabel }: { label: string; dismissLabel: string }) {
  const store = useToasts()
  const toasts = useSyncExternalStore(store.subscribe, store.list)
  return (
    <section className="toasts" aria-label={label} aria-live="polite" aria-relevant="additions">
      {toasts.map((toast) => (
        <ToastBox key={toast.id} toast={toast} dismissLabel={dismissLabel} />
      ))}
    </section>
  )
}

interface ToastBoxProps {
  toast: Toast
  dismissLabel: string
}

function ToastBox({ toast: { id, tone, text, action, links = [] }, dismissLabel }: ToastBoxProps) {
  const store = useToasts()
  const [held, setHeld] = useState(false)
  const readingTime = action || links.length > 0 ? ACTING_MS : READING_MS
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => store.dismiss(id), readingTime)
    return () => clearTimeout(timer)
  }, [held, readingTime, store, id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding only stops the clock
    <div
      className="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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
      {links.length > 0 && (
        <div className="toast__links">
          {links.map(({ label, icon, href }) => (
            <NewTabLink key={href} className="btn btn--small" href={href}>
              <Icon name={icon} /> {label}
            </NewTabLink>
          ))}
        </div>
      )}
    </div>
  )
}
