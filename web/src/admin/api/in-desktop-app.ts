import type { Send } from '@bidyaloy/shared/api/http-api'
import { desktopPaths } from '@bidyaloy/shared/desktop/desktop-api'
import { DESKTOP_SHELL } from '@bidyaloy/shared/desktop/response-headers'

/** Whether the desktop app served this page. */
export function inDesktopApp(): boolean {
  return document.documentElement.dataset.shell === DESKTOP_SHELL
}

/** Event on `window` after each request, successful or not. */
export const REQUEST_SETTLED_EVENT = 'bidyaloy-request-settled'

/** Dispatches `REQUEST_SETTLED_EVENT`, by which the desktop app updates its connection status. */
export function announcingSend(send: Send): Send {
  return (request) =>
    send(request).finally(() => window.dispatchEvent(new Event(REQUEST_SETTLED_EVENT)))
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
