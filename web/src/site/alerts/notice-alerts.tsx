import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { type TextKey, t } from '../pages/t.ts'
import { ALERTS_KEY } from './alerts-key.ts'

async function loadPanel() {
  const { AlertPanel, subscribe } = await import('./alert-panel.tsx')
  return { AlertPanel, subscribe }
}
type Panel = Awaited<ReturnType<typeof loadPanel>>

/**
 * Subscribes this browser to new notices. Nothing is asked before the tap, and the rest of the code is
 * loaded after it. Browsers that cannot be told do not show it (`data-needs`); on an iPhone one sentence
 * says how they can.
 */
export function NoticeAlerts() {
  const [panel, setPanel] = useState<{ module: Panel; isNew: boolean } | null>(null)
  const [message, setMessage] = useState<TextKey | null>(null)
  const [isBusy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isSubscribed()) return
    loadPanel().then(
      (module) => setPanel({ module, isNew: false }),
      () => null,
    )
  }, [])
  const start = async () => {
    if (isBusy) return
    setBusy(true)
    setMessage(null)
    try {
      // Asked in the tap itself: after the download browsers would refuse.
      const asked = Notification.requestPermission()
      const [permission, module] = await Promise.all([asked, loadPanel()])
      if (permission !== 'granted') return setMessage('alerts.denied')
      await module.subscribe({ kinds: [], classes: [] })
      setPanel({ module, isNew: true })
      setMessage('alerts.started')
    } catch {
      setMessage('alerts.failed')
    } finally {
      setBusy(false)
    }
  }
  const stopped = () => {
    setPanel(null)
    setMessage('alerts.stopped')
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <>
      <div className="alerts" data-needs="push">
        {panel ? (
          <panel.module.AlertPanel isNew={panel.isNew} onMessage={setMessage} onStopped={stopped} />
        ) : (
          <p>
            <button
              ref={button}
              className="btn"
              type="button"
              aria-disabled={isBusy}
              onClick={start}
            >
              <Icon name="bell" /> <span className="alerts__label">{t('alerts.ask')}</span>
            </button>
          </p>
        )}
        <p className="muted" aria-live="polite">
          {message && t(message)}
        </p>
      </div>
      <p className="alerts muted" data-needs="home">
        {t('alerts.home')}
      </p>
    </>
  )
}

function isSubscribed(): boolean {
  try {
    return Notification.permission === 'granted' && localStorage.getItem(ALERTS_KEY) !== null
  } catch {
    // Local storage is denied, or there are no notifications.
    return false
  }
}
