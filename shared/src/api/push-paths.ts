/*
 * Paths of notifications. Apart from `paths.ts`, which is in the public site's first script: the code
 * that needs these is loaded on demand.
 */
export const pushPaths = {
  getPushKey: { method: 'GET', path: '/api/push' },
  subscribe: { method: 'PUT', path: '/api/push/subscription' },
  unsubscribe: { method: 'POST', path: '/api/push/unsubscribe' },
} as const satisfies Record<string, { method: string; path: `/api/${string}` }>
