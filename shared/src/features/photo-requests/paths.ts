import type { Paths } from '../../feature.ts'

/* Addresses of requests to take a photo down. */

export const paths = {
  askForPhoto: { method: 'POST', path: '/api/photo-requests' },
  listPhotoRequests: { method: 'GET', path: '/api/admin/photo-requests' },
  answerPhotoRequest: { method: 'POST', path: '/api/admin/photo-requests/:id/answer' },
  reopenPhotoRequest: { method: 'POST', path: '/api/admin/photo-requests/:id/reopen' },
  removePhotoRequest: { method: 'DELETE', path: '/api/admin/photo-requests/:id' },
} as const satisfies Paths

/** Path of the screen, below the dashboard's. */
export const photoRequestsScreen = 'photoRequests'
