import type { Send } from '@bidyaloy/shared/api/http-api'
import { desktopPaths } from '@bidyaloy/shared/desktop/desktop-api'

/**
 * Sends through the desktop program, which goes on with a change by itself: one that is stopped
 * here has to be taken back there, or it would be published all the same.
 */
export function takingBackSend(send: Send): Send {
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
