import * as z from 'zod'
import { SITE_PICTURES, SiteSettings, SiteSettingsChange } from '../school/site-settings.ts'
import { MAX_TEACHER_HTML, TeacherPage, TeacherPageChange } from '../school/teacher-page.ts'
import { About, ServerChallenge, ServerProof } from './about.ts'
import { endpoint } from './endpoint.ts'
import { paths } from './paths.ts'

const ByPicture = z.object({ picture: z.enum(SITE_PICTURES, { error: 'valid.choice' }) })

/** Endpoints of settings, teacher page and server identity. */
export const siteEndpoints = {
  about: endpoint({
    ...paths.about,
    summary: 'What this server is, for programs that look for one',
    tag: 'settings',
    access: 'public',
    status: 200,
    response: About,
  }),
  proveServer: endpoint({
    ...paths.proveServer,
    summary:
      'Sign a nonce with the key of this server, for programs that must know it again without https',
    tag: 'settings',
    access: 'public',
    body: ServerChallenge,
    status: 200,
    response: ServerProof,
  }),
  getSettings: endpoint({
    ...paths.getSettings,
    summary: 'Identity of the school, head teacher, pictures, link lists, history',
    tag: 'settings',
    access: 'public',
    status: 200,
    response: SiteSettings,
  }),
  updateSettings: endpoint({
    ...paths.updateSettings,
    summary: 'Change the site settings, all but the pictures',
    tag: 'settings',
    access: 'admin',
    body: SiteSettingsChange,
    idempotent: true,
    status: 200,
    response: SiteSettings,
    problems: ['conflict'],
  }),
  setSitePicture: endpoint({
    ...paths.setSitePicture,
    summary: 'Set the crest, the banner or the picture of the head teacher',
    tag: 'settings',
    access: 'admin',
    params: ByPicture,
    body: z.object({}),
    bodyTypes: ['multipart'],
    status: 200,
    response: SiteSettings,
    problems: ['storage_full'],
  }),
  removeSitePicture: endpoint({
    ...paths.removeSitePicture,
    summary: 'Take a picture away; the drawn one stands there again',
    tag: 'settings',
    access: 'admin',
    params: ByPicture,
    status: 200,
    response: SiteSettings,
    problems: ['not_found'],
  }),
  getTeacherPage: endpoint({
    ...paths.getTeacherPage,
    summary: 'The page of officers and teachers as harmless HTML',
    tag: 'settings',
    access: 'public',
    status: 200,
    response: TeacherPage,
    problems: ['not_found'],
  }),
  updateTeacherPage: endpoint({
    ...paths.updateTeacherPage,
    summary: 'Set the page of officers and teachers: HTML, or a table from which it is made',
    tag: 'settings',
    access: 'admin',
    body: TeacherPageChange,
    maxJsonBytes: 4 * MAX_TEACHER_HTML,
    status: 200,
    response: TeacherPage,
    problems: ['conflict'],
  }),
  previewTeacherPage: endpoint({
    ...paths.previewTeacherPage,
    summary: 'What the page of officers and teachers would be; nothing is saved',
    tag: 'settings',
    access: 'admin',
    body: TeacherPageChange,
    maxJsonBytes: 4 * MAX_TEACHER_HTML,
    status: 200,
    response: TeacherPage.pick({ html: true }),
  }),
} as const
