import type { Send } from '@bidyaloy/shared/api/http-api'

/** The event on the window that tells: a request has come to its end, answered or not. */
export const ANSWERED_EVENT = 'bidyaloy-answered'

/** Sends, and lets the page know of each end: in the desktop program the line shows by it. */
export function announcingSend(send: Send): Send {
  return (request) => send(request).finally(() => window.dispatchEvent(new Event(ANSWERED_EVENT)))
}
