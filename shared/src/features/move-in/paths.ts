import type { Paths } from '../../feature.ts'

/* Addresses of moving in from an older site. Free of zod: the public site's bundle imports them. */

export const paths = {
  startLook: { method: 'POST', path: '/api/admin/move-in' },
  listMoveIns: { method: 'GET', path: '/api/admin/move-in' },
  readMoveIn: { method: 'GET', path: '/api/admin/move-in/:id' },
  listMoveInItems: { method: 'GET', path: '/api/admin/move-in/:id/items' },
  previewMoveIn: { method: 'GET', path: '/api/admin/move-in/:id/preview' },
  listOldAddresses: { method: 'GET', path: '/api/admin/move-in/:id/addresses' },
  bringMoveIn: { method: 'POST', path: '/api/admin/move-in/:id/bring' },
  pauseMoveIn: { method: 'POST', path: '/api/admin/move-in/:id/pause' },
  continueMoveIn: { method: 'POST', path: '/api/admin/move-in/:id/continue' },
  replaceMoveInFile: { method: 'POST', path: '/api/admin/move-in/:id/items/:n/file' },
  dismissMoveInItem: { method: 'POST', path: '/api/admin/move-in/:id/items/:n/dismiss' },
  undoMoveIn: { method: 'POST', path: '/api/admin/move-in/:id/undo' },
  forgetMoveIn: { method: 'DELETE', path: '/api/admin/move-in/:id' },
} as const satisfies Paths

/** Path of the screen, below the dashboard's. */
export const moveInScreen = 'moveIn'
