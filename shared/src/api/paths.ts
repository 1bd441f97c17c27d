/*
 * Method and path of every endpoint. Kept apart from the schemas so that the public site's
 * bundle can call the API without carrying the validation library.
 */

/** The reads that pages make: all that the public site's bundle carries of this. */
export const readPaths = {
  listEntries: { method: 'GET', path: '/api/:collection' },
  getEntry: { method: 'GET', path: '/api/:collection/:id' },
  getNeighbours: { method: 'GET', path: '/api/:collection/:id/neighbours' },
  entryStats: { method: 'GET', path: '/api/stats/:collection' },
  getSchoolInfo: { method: 'GET', path: '/api/schoolInfo' },
  getContact: { method: 'GET', path: '/api/contactus' },
  listStudentCounts: { method: 'GET', path: '/api/studentCounts' },
  getSettings: { method: 'GET', path: '/api/settings' },
  getTeacherPage: { method: 'GET', path: '/api/teacherPage' },
} as const satisfies Record<string, { method: 'GET'; path: `/api/${string}` }>

/** Method and path of every endpoint. */
export const paths = {
  ...readPaths,

  login: { method: 'POST', path: '/api/admin/login' },
  session: { method: 'GET', path: '/api/admin/session' },
  logout: { method: 'POST', path: '/api/admin/logout' },
  changePassword: { method: 'PUT', path: '/api/admin/password' },

  createEntry: { method: 'POST', path: '/api/:collection' },
  updateEntry: { method: 'PUT', path: '/api/:collection/:id' },
  deleteEntry: { method: 'DELETE', path: '/api/:collection/:id' },
  deleteEntries: { method: 'POST', path: '/api/:collection/delete' },

  createSchoolInfo: { method: 'POST', path: '/api/schoolInfo' },
  updateSchoolInfo: { method: 'PUT', path: '/api/schoolInfo/:id' },

  createContact: { method: 'POST', path: '/api/contactus' },
  updateContact: { method: 'PUT', path: '/api/contactus' },

  getStudentCount: { method: 'GET', path: '/api/studentCounts/:className/:shift/:section' },
  createStudentCount: { method: 'POST', path: '/api/studentCounts' },
  updateStudentCount: { method: 'PUT', path: '/api/studentCounts/:id' },
  importStudentCounts: { method: 'POST', path: '/api/studentCounts/import' },
  deleteStudentCount: { method: 'DELETE', path: '/api/studentCounts/:id' },

  about: { method: 'GET', path: '/api/about' },
  proveServer: { method: 'POST', path: '/api/about/proof' },
  updateSettings: { method: 'PUT', path: '/api/settings' },
  setSitePicture: { method: 'PUT', path: '/api/settings/pictures/:picture' },
  removeSitePicture: { method: 'DELETE', path: '/api/settings/pictures/:picture' },
  updateTeacherPage: { method: 'PUT', path: '/api/teacherPage' },
  previewTeacherPage: { method: 'POST', path: '/api/teacherPage/preview' },

  listTrash: { method: 'GET', path: '/api/trash' },
  restoreTrash: { method: 'POST', path: '/api/trash/:id/restore' },
  restoreFromTrash: { method: 'POST', path: '/api/trash/restore' },

  officeOverview: { method: 'GET', path: '/api/admin/overview' },
  listActivity: { method: 'GET', path: '/api/admin/activity' },
  listDevices: { method: 'GET', path: '/api/admin/sessions' },
  signOutDevice: { method: 'DELETE', path: '/api/admin/sessions/:id' },
  signOutElsewhere: { method: 'DELETE', path: '/api/admin/sessions' },
  listAdmins: { method: 'GET', path: '/api/admin/users' },
  createAdmin: { method: 'POST', path: '/api/admin/users' },
  updateAdmin: { method: 'PUT', path: '/api/admin/users/:id' },

  listBackups: { method: 'GET', path: '/api/admin/backups' },
  makeBackup: { method: 'POST', path: '/api/admin/backups' },
  issueBackupToken: { method: 'POST', path: '/api/admin/backups/token' },
  uploadBackup: { method: 'POST', path: '/api/admin/backups/upload' },
  downloadBackup: { method: 'GET', path: '/api/admin/backups/:id/file' },
  verifyBackup: { method: 'POST', path: '/api/admin/backups/:id/verify' },
  restoreBackup: { method: 'POST', path: '/api/admin/backups/:id/restore' },
} as const satisfies Record<string, { method: Method; path: `/api/${string}` }>

/** Where the file of a backup is fetched from. @param token as `issueBackupToken` gives it */
export function backupFilePath(id: string, token: string): string {
  const path = paths.downloadBackup.path.replace(':id', encodeURIComponent(id))
  return `${path}?token=${encodeURIComponent(token)}`
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type EndpointName = keyof typeof paths
