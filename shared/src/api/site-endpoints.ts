import * as z from 'zod'
import { SearchQuery, SearchResult, SearchStats } from '../collections/search.ts'
import { SITE_PICTURES, SiteSettings, SiteSettingsChange } from '../school/site-settings.ts'
import { MAX_TEACHER_HTML, TeacherPage, TeacherPageChange } from '../school/teacher-page.ts'
import { About, ServerChallenge, ServerProof } from './about.ts'
import type { Endpoint } from './endpoint.ts'
import { paths } from './paths.ts'

const ByPicture = z.object({ picture: z.enum(SITE_PICTURES, { error: 'valid.choice' }) })

/** Endpoints of search, settings, teacher page and server identity. */
export const siteEndpoints = {
  search: {
    ...paths.search,
    summary:
      'Search titles and texts, best first: words in the title before words in the text, then newer before older. X-Total-Count is the number of matches',
    tag: 'search',
    access: 'public',
    query: SearchQuery,
    status: 200,
    response: z.array(SearchResult),
  },
  searchStats: {
    ...paths.searchStats,
    summary: 'Number of matches by kind, and the other forms of the words that were searched for',
    tag: 'search',
    access: 'public',
    query: SearchQuery.pick({ q: true }),
    status: 200,
    response: SearchStats,
  },
  about: {
    ...paths.about,
    summary: 'Identify this server to client apps',
    tag: 'settings',
    access: 'public',
    status: 200,
    response: About,
  },
  proveServer: {
    ...paths.proveServer,
    summary: "Sign a nonce with the server's key, so that clients recognise it without https",
    tag: 'settings',
    access: 'public',
    body: ServerChallenge,
    status: 200,
    response: ServerProof,
  },
  getSettings: {
    ...paths.getSettings,
    summary: 'Site settings: identity, head teacher, pictures, links, history',
    tag: 'settings',
    access: 'public',
    status: 200,
    response: SiteSettings,
  },
  updateSettings: {
    ...paths.updateSettings,
    summary: 'Update the site settings, except the pictures',
    tag: 'settings',
    access: 'admin',
    right: 'settings',
    body: SiteSettingsChange,
    idempotent: true,
    status: 200,
    response: SiteSettings,
    problems: ['conflict'],
  },
  setSitePicture: {
    ...paths.setSitePicture,
    summary: 'Upload the crest, the banner or the picture of the head teacher',
    tag: 'settings',
    access: 'admin',
    right: 'settings',
    params: ByPicture,
    body: z.object({}),
    bodyTypes: ['multipart'],
    status: 200,
    response: SiteSettings,
    problems: ['storage_full'],
  },
  removeSitePicture: {
    ...paths.removeSitePicture,
    summary: 'Remove a picture; the site then shows its default',
    tag: 'settings',
    access: 'admin',
    right: 'settings',
    params: ByPicture,
    status: 200,
    response: SiteSettings,
    problems: ['not_found'],
  },
  getTeacherPage: {
    ...paths.getTeacherPage,
    summary: 'The page of officers and teachers as sanitized HTML',
    tag: 'settings',
    access: 'public',
    status: 200,
    response: TeacherPage,
    problems: ['not_found'],
  },
  updateTeacherPage: {
    ...paths.updateTeacherPage,
    summary: 'Set the page of officers and teachers from HTML or a table',
    tag: 'settings',
    access: 'admin',
    right: 'publish',
    body: TeacherPageChange,
    maxJsonBytes: 4 * MAX_TEACHER_HTML,
    status: 200,
    response: TeacherPage,
    problems: ['conflict'],
  },
  previewTeacherPage: {
    ...paths.previewTeacherPage,
    summary: 'Preview the page of officers and teachers without saving it',
    tag: 'settings',
    access: 'admin',
    body: TeacherPageChange,
    maxJsonBytes: 4 * MAX_TEACHER_HTML,
    status: 200,
    response: TeacherPage.pick({ html: true }),
  },
} as const satisfies Record<string, Endpoint>
