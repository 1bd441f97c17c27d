import * as z from 'zod'
import { SearchQuery, SearchResult, SearchStats } from '../collections/search.ts'
import { EndedSubscription, NewSubscription, PushKey } from '../school/push.ts'
import { SITE_PICTURES, SiteSettings, SiteSettingsChange } from '../school/site-settings.ts'
import { About, ServerChallenge, ServerProof } from './about.ts'
import type { DeclaredEndpoint } from './endpoint.ts'
import { paths } from './paths.ts'

const ByPicture = z.object({ picture: z.enum(SITE_PICTURES, { error: 'valid.choice' }) })

/** Endpoints of search, settings, notifications and server identity. */
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
  getPushKey: {
    ...paths.getPushKey,
    summary: 'The key that browsers need to subscribe to new notices',
    tag: 'notifications',
    access: 'public',
    status: 200,
    response: PushKey,
  },
  subscribe: {
    ...paths.subscribe,
    summary: 'Subscribe a browser to new notices, or change what it is told of',
    tag: 'notifications',
    access: 'public',
    records: { nothing: 'A visitor has no account.' },
    body: NewSubscription,
    status: 204,
    problems: ['cross_site', 'too_many_requests'],
  },
  unsubscribe: {
    ...paths.unsubscribe,
    summary: 'End the subscription of a browser, if there is one',
    tag: 'notifications',
    access: 'public',
    records: { nothing: 'A visitor has no account.' },
    body: EndedSubscription,
    status: 204,
    problems: ['cross_site', 'too_many_requests'],
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
    records: { nothing: 'A proof changes nothing.' },
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
} as const satisfies Record<string, DeclaredEndpoint>
