import { isCollectionName } from '../collections/registry.ts'
import type { Method, Paths, ReadPaths } from '../feature.ts'
import { featurePaths, featureReads } from '../feature-paths.ts'

/*
 * Method and path of every endpoint, and matching against them. Free of zod: the public site's
 * bundle calls the API without the validation library.
 */

/** The reads of public pages; the only rows in the public site's bundle. */
export const readPaths = {
  listEntries: { method: 'GET', path: '/api/:collection' },
  getEntry: { method: 'GET', path: '/api/:collection/:id' },
  getNeighbours: { method: 'GET', path: '/api/:collection/:id/neighbours' },
  getEntryText: { method: 'GET', path: '/api/:collection/:id/text' },
  entryStats: { method: 'GET', path: '/api/stats/:collection' },
  search: { method: 'GET', path: '/api/search' },
  searchStats: { method: 'GET', path: '/api/search/stats' },
  ...featureReads,
  listClasses: { method: 'GET', path: '/api/classes' },
} as const satisfies ReadPaths

/** Method and path of every endpoint. */
export const paths = {
  ...readPaths,

  login: { method: 'POST', path: '/api/admin/login' },
  startPasskeySignIn: { method: 'POST', path: '/api/admin/login/passkey/options' },
  signInWithPasskey: { method: 'POST', path: '/api/admin/login/passkey' },
  session: { method: 'GET', path: '/api/admin/session' },
  logout: { method: 'POST', path: '/api/admin/logout' },
  changePassword: { method: 'PUT', path: '/api/admin/password' },

  createEntry: { method: 'POST', path: '/api/:collection' },
  updateEntry: { method: 'PUT', path: '/api/:collection/:id' },
  deleteEntry: { method: 'DELETE', path: '/api/:collection/:id' },
  getDraft: { method: 'GET', path: '/api/:collection/:id/draft' },
  deleteDraft: { method: 'DELETE', path: '/api/:collection/:id/draft' },
  deleteApproval: { method: 'DELETE', path: '/api/:collection/:id/approval' },
  previewEntry: { method: 'POST', path: '/api/:collection/:id/preview' },
  endPreview: { method: 'DELETE', path: '/api/:collection/:id/preview' },
  redrawEntry: { method: 'POST', path: '/api/:collection/:id/pages' },
  updateEntryText: { method: 'PUT', path: '/api/:collection/:id/text' },
  readEntryAgain: { method: 'POST', path: '/api/:collection/:id/text/read' },
  deleteEntries: { method: 'POST', path: '/api/:collection/delete' },

  ...featurePaths,

  getPushKey: { method: 'GET', path: '/api/push' },
  subscribe: { method: 'PUT', path: '/api/push/subscription' },
  unsubscribe: { method: 'POST', path: '/api/push/unsubscribe' },

  about: { method: 'GET', path: '/api/about' },
  proveServer: { method: 'POST', path: '/api/about/proof' },

  listTrash: { method: 'GET', path: '/api/trash' },
  restoreTrash: { method: 'POST', path: '/api/trash/:id/restore' },
  restoreFromTrash: { method: 'POST', path: '/api/trash/restore' },

  listVersions: { method: 'GET', path: '/api/:recordType/:id/versions' },
  restoreVersion: { method: 'POST', path: '/api/:recordType/:id/versions/:n/restore' },

  adminOverview: { method: 'GET', path: '/api/admin/overview' },
  listAllEntries: { method: 'GET', path: '/api/admin/entries' },
  countAllEntries: { method: 'GET', path: '/api/admin/entries/counts' },
  listActivity: { method: 'GET', path: '/api/admin/activity' },
  readerCounts: { method: 'GET', path: '/api/admin/readers' },
  listDevices: { method: 'GET', path: '/api/admin/sessions' },
  signOutDevice: { method: 'DELETE', path: '/api/admin/sessions/:id' },
  seeAccountEvents: { method: 'POST', path: '/api/admin/account-events/seen' },
  startAlerts: { method: 'PUT', path: '/api/admin/alerts' },
  stopAlerts: { method: 'DELETE', path: '/api/admin/sessions/:id/alerts' },
  signOutElsewhere: { method: 'DELETE', path: '/api/admin/sessions' },
  listAdmins: { method: 'GET', path: '/api/admin/users' },
  createAdmin: { method: 'POST', path: '/api/admin/users' },
  updateAdmin: { method: 'PUT', path: '/api/admin/users/:id' },
  listNames: { method: 'GET', path: '/api/admin/names' },
  setName: { method: 'PUT', path: '/api/admin/names/:id' },
  getFactors: { method: 'GET', path: '/api/admin/factors' },
  switchTotpOn: { method: 'PUT', path: '/api/admin/factors/totp' },
  switchTotpOff: { method: 'POST', path: '/api/admin/factors/totp/remove' },
  renewCodes: { method: 'POST', path: '/api/admin/factors/codes' },
  startPasskey: { method: 'POST', path: '/api/admin/factors/passkeys/options' },
  addPasskey: { method: 'POST', path: '/api/admin/factors/passkeys' },
  removePasskey: { method: 'POST', path: '/api/admin/factors/passkeys/:id/remove' },
  resetPassword: { method: 'POST', path: '/api/admin/users/:id/password' },

  listBackups: { method: 'GET', path: '/api/admin/backups' },
  makeBackup: { method: 'POST', path: '/api/admin/backups' },
  issueBackupToken: { method: 'POST', path: '/api/admin/backups/token' },
  uploadBackup: { method: 'POST', path: '/api/admin/backups/upload' },
  downloadBackup: { method: 'GET', path: '/api/admin/backups/:id/file' },
  verifyBackup: { method: 'POST', path: '/api/admin/backups/:id/verify' },
  restoreBackup: { method: 'POST', path: '/api/admin/backups/:id/restore' },
} as const satisfies Paths

/** URL path of a backup's file. @param token from `issueBackupToken` */
export function backupFilePath(id: string, token: string): string {
  const path = paths.downloadBackup.path.replace(':id', encodeURIComponent(id))
  return `${path}?token=${encodeURIComponent(token)}`
}

/** URL path of the page that shows a draft as visitors will see it. @param token from `previewEntry` */
export function previewPath(token: string): string {
  return `/preview/${token}`
}

export type EndpointName = keyof typeof paths

/** Parameters of a path, `{ collection: 'notices', id: 'k3v9x0c2m1qa' }`. */
export type PathParams = Readonly<Record<string, string>>

/** A row of a route table and the parameters of the matched path. */
export interface PathMatch<Name extends string> {
  name: Name
  params: PathParams
}

/**
 * Builds a matcher for a table of methods and paths such as `paths`. Fixed segments win over
 * parameters, and `:collection` matches only names from the registry. Parameters are not decoded.
 * @returns null for a request that matches no row
 */
export function createPathMatcher<Name extends string>(
  table: Readonly<Record<Name, { method: Method; path: string }>>,
): (method: string, pathname: string) => PathMatch<Name> | null {
  const rows = (Object.keys(table) as Name[])
    .map((name) => ({ name, method: table[name].method, segments: table[name].path.split('/') }))
    .sort((a, b) => countParams(a.segments) - countParams(b.segments))
  return (method, pathname) => {
    const given = pathname.split('/')
    for (const { name, method: expected, segments } of rows) {
      const params = expected === method ? matchSegments(segments, given) : null
      if (params) return { name, params }
    }
    return null
  }
}

const isParam = (segment: string) => segment.startsWith(':')
const countParams = (segments: readonly string[]) => segments.filter(isParam).length

function matchSegments(segments: readonly string[], given: readonly string[]): PathParams | null {
  if (segments.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, segment] of segments.entries()) {
    const value = given[index] ?? ''
    if (!isParam(segment)) {
      if (segment !== value) return null
      continue
    }
    const name = segment.slice(1)
    if (value === '' || (name === 'collection' && !isCollectionName(value))) return null
    params[name] = value
  }
  return params
}
