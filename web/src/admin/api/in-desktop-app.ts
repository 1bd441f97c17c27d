import type { Send } from '@bidyaloy/shared/api/http-api'
import { ChangeProgress, desktopPaths } from '@bidyaloy/shared/desktop/desktop-api'
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

const PROGRESS_MS = 500

/** Reports what the desktop app's outbox has sent of a change; the request itself only hands it over. */
export function progressSend(send: Send): Send {
  return (request) => {
    const { onProgress, headers } = request
    const key = headers['idempotency-key']
    if (!onProgress || !key) return send(request)
    let isOver = false
    const ask = async () => {
      const response = await fetch(`${desktopPaths.changes}/${key}`)
      const { sent, total } = ChangeProgress.parse(await response.json())
      if (!isOver && total > 0) onProgress(sent, total)
    }
    const timer = setInterval(() => void ask().catch(() => undefined), PROGRESS_MS)
    return send(request).finally(() => {
      isOver = true
      clearInterval(timer)
    })
  }
}
