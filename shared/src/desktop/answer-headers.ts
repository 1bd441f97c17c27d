// Free of zod: the public site's bundle imports these.

/** Value of `data-shell` on the root element of the desktop app's page. */
export const DESKTOP_SHELL = 'desktop'

/** Header on responses that the desktop app gives in place of the server. */
export const QUEUED_HEADER = 'x-bidyaloy-queued'
/** Header on cached responses: the time they came from the server. */
export const KEPT_HEADER = 'x-bidyaloy-kept-at'
