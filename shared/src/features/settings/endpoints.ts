import * as z from 'zod'
import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { paths } from './paths.ts'
import {
  SITE_PICTURES,
  SiteLink,
  SitePicture,
  SiteSettings,
  SiteSettingsChange,
} from './settings.ts'

const ByPicture = z.object({ picture: z.enum(SITE_PICTURES, { error: 'valid.choice' }) })

export const settingsEndpoints = {
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
    records: { actions: ['changed'] },
    body: SiteSettingsChange,
    idempotent: true,
    offline: { record: 'settings' },
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
    records: { actions: ['changed'] },
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
    records: { actions: ['deleted'] },
    params: ByPicture,
    status: 200,
    response: SiteSettings,
    problems: ['not_found'],
  },
} as const satisfies Record<keyof typeof paths, DeclaredEndpoint>

/** Schemas that the API document names. */
export const settingsSchemas = { SiteLink, SitePicture, SiteSettings, SiteSettingsChange }
