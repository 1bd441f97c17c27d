import * as z from 'zod'
import { SearchQuery, SearchResult, SearchStats } from '../collections/search.ts'
import { EndedSubscription, NewSubscription, PushKey } from '../school/push.ts'
import { About, ServerChallenge, ServerProof } from './about.ts'
import type { DeclaredEndpoint } from './endpoint.ts'
import { paths } from './paths.ts'

/** Endpoints of search, notifications and server identity. */
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
} as const satisfies Record<string, DeclaredEndpoint>
