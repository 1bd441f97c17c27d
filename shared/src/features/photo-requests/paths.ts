import type { Paths } from '../../feature.ts'

/* Addresses of requests to take a photo down. Free of zod: the public site's bundle imports them. */

export const paths = {
  askForPhoto: { method: 'POST', path: '/api/photo-requests' },
  listPhotoRequests: { method: 'GET', path: '/api/admin/photo-requests' },
  answerPhotoRequest: { method: 'POST', path: '/api/admin/photo-requests/:id/answer' },
  reopenPhotoRequest: { method: 'POST', path: '/api/admin/photo-requests/:id/reopen' },
  removePhotoRequest: { method: 'DELETE', path: '/api/admin/photo-requests/:id' },
} as const satisfies Paths

/** The page with the form, to which the form is also sent. */
export const PHOTO_REQUEST_PATH = '/photo-request'

/** Path of the screen, below the dashboard's. */
export const photoRequestsScreen = 'photoRequests'
