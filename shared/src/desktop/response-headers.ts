// Free of zod: the public site's bundle imports this file.

/** Value of `data-shell` on the root element of the desktop app's page. */
export const DESKTOP_SHELL = 'desktop'

/** Header on responses to queued changes. */
export const QUEUED_HEADER = 'x-bidyaloy-queued'
/** Header on cached responses: time of the server's response, ISO 8601. */
export const CACHED_AT_HEADER = 'x-bidyaloy-kept-at'
