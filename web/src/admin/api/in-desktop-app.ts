import type { Send } from '@bidyaloy/shared/api/http-api'
import { DESKTOP_SHELL } from '@bidyaloy/shared/desktop/answer-headers'
import { desktopPaths } from '@bidyaloy/shared/desktop/desktop-api'

/** Whether the desktop program gave this page; a school's server never says so. */
export function inDesktopApp(): boolean {
  return document.documentElement.dataset.shell === DESKTOP_SHELL
}

/** The event on the window that tells: a request has come to its end, answered or not. */
export const ANSWERED_EVENT = 'bidyaloy-answered'

/** Sends, and lets the page know of each end: in the desktop program the line shows by it. */
export function announcingSend(send: Send): Send {
  return (request) => send(request).finally(() => window.dispatchEvent(new Event(ANSWERED_EVENT)))
}

/**
 * Sends through the desktop program, which goes on with a change by itself: one that is stopped
 * here has to be taken back there, or it would be published all the same.
 */
export function cancellingSend(send: Send): Send {
  return (request) => {
    const { signal, headers } = request
    const key = headers['idempotency-key']
    if (!signal || !key) return send(request)
    const takeBack = () =>
      void fetch(`${desktopPaths.changes}/${key}`, { method: 'DELETE' }).catch(() => undefined)
    signal.addEventListener('abort', takeBack)
    return send(request).finally(() => signal.removeEventListener('abort', takeBack))
  }
}
