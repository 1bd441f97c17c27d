/** What a page in the desktop program may do: nothing that a page in a browser may not. */
export const secureWebPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  spellcheck: false,
} as const
