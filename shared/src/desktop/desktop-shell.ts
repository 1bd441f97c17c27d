/** What `data-shell` of the page's root says where the desktop program gave the page. */
export const DESKTOP_SHELL = 'desktop'
