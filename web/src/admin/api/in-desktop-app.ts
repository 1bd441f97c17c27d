import type { Send } from '@bidyaloy/shared/api/http-api'
import { DESKTOP_SHELL } from '@bidyaloy/shared/desktop/answer-headers'
import { desktopPaths } from '@bidyaloy/shared/desktop/desktop-api'

/** Whether the desktop app served this page. */
export function inDesktopApp(): boolean {
  return document.documentElement.dataset.shell === DESKTOP_SHELL
}

/** Event on `window` after each request, answered or not. */
export const ANSWERED_EVENT = 'bidyaloy-answered'

/** Dispatches `ANSWERED_EVENT`, by which the desktop app updates its connection status. */
export function announcingSend(send: Send): Send {
  return (request) => send(request).finally(() => window.dispatchEvent(new Event(ANSWERED_EVENT)))
}

/** Deletes an aborted change from the desktop app's outbox, which would publish it otherwise. */
export function cancellingSend(send: Send): Send {
  return (request) => {
    const { signal, headers } = request
    const key = headers['idempotency-key']
    if (!signal || !key) return send(request)
    const cancel = () =>
      void fetch(`${desktopPaths.changes}/${key}`, { method: 'DELETE' }).catch(() => undefined)
    signal.addEventListener('abort', cancel)
    return send(request).finally(() => signal.removeEventListener('abort', cancel))
  }
}
