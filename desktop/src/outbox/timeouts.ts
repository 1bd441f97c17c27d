/** How long a person waits for an answer while the server is known to be away, in milliseconds. */
export const OFFLINE_TIMEOUT_MS = 2500

/** Milliseconds until the next try: a second at first, a minute at last, never all at one moment. */
export const inMinutes = (failures: number) =>
  Math.min(60_000, 1000 * 2 ** Math.min(failures - 1, 6)) * (0.8 + Math.random() * 0.4)
