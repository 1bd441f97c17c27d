import type { ReadApi } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'

/** Words in the titles of notices about a service, most telling first. */
export const serviceWords = {
  attendance: ['উপস্থিতি', 'হাজিরা'],
  payment: ['বেতন', 'ফি', 'সেশন চার্জ'],
  publicResult: ['ফলাফল', 'এসএসসি'],
} as const
export type ServiceName = keyof typeof serviceWords

const MOST = 5

/**
 * The newest notices with one of the service's words in their titles. A search also finds a word
 * inside another; such titles are left out.
 */
export const serviceNoticesQuery = (api: ReadApi, service: ServiceName) =>
  queryOptions({
    queryKey: ['entries', 'notices', 'service', service],
    queryFn: async ({ signal }) => {
      const lists = serviceWords[service].map((q) =>
        api.listEntries(
          { params: { collection: 'notices' }, query: { q, limit: 3 * MOST } },
          { signal },
        ),
      )
      const found = new Map((await Promise.all(lists)).flat().map((entry) => [entry._id, entry]))
      return [...found.values()]
        .filter(({ title }) => serviceWords[service].some((word) => holdsWord(title, word)))
        .sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
        .slice(0, MOST)
    },
  })

/** Whether a title holds the word: a short one alone («ফি», not «অফিস»), a long one also inflected. */
function holdsWord(title: string, word: string): boolean {
  if (word.length > 3) return title.normalize('NFC').includes(word)
  return title.split(/[^\p{L}\p{M}]+/u).includes(word)
}
