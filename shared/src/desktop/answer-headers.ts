/** What `data-shell` of the page's root says where the desktop program gave the page. */
export const DESKTOP_SHELL = 'desktop'

/** The header on answers that the desktop program gave in the server's place. */
export const QUEUED_HEADER = 'x-bidyaloy-queued'
/** The header on its answers from the disk: when they came from the server. */
export const KEPT_HEADER = 'x-bidyaloy-kept-at'
