import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import {
  DesktopState,
  desktopPaths,
  type NewProfile,
  Outbox,
  OutboxComparison,
  type OutboxEdit,
  type OutboxEntry,
  OutboxFields,
  type Profile,
  TriedAddress,
} from '@bidyaloy/shared/desktop/desktop-api'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useToasts } from '../../ui/toast.tsx'
import { setDraftProfile } from '../form/drafts.ts'
import { withCopy } from '../t.ts'

/*
 * Client of the desktop app's own API under `/desktop/`.
 */

const t = withCopy(desktopCopy)

/** The change is already sent or being sent. */
class TooLateError extends Error {}

/**
 * Returns the JSON of the response, or undefined for 204.
 * @throws TooLateError for 404 and 409
 * @throws Error for other failures
 */
async function request(
  method: string,
  path: string,
  more: Pick<RequestInit, 'body' | 'signal'> = {},
): Promise<unknown> {
  const response = await fetch(path, { method, ...more })
  if (response.status === 404 || response.status === 409) throw new TooLateError()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
  return response.status === 204 ? undefined : response.json()
}

/** @throws also ZodError if the desktop app is of another version than the page */
export async function readState(signal: AbortSignal | null = null): Promise<DesktopState> {
  return DesktopState.parse(await request('GET', desktopPaths.state, { signal }))
}

/** Tries an address; a site found there becomes the current one. */
export async function tryAddress(typed: NewProfile): Promise<TriedAddress> {
  const body = JSON.stringify(typed)
  return TriedAddress.parse(await request('POST', desktopPaths.profiles, { body }))
}

/** Makes a site the current one. */
export const openSite = (profileId: string) =>
  request('PUT', `${desktopPaths.profiles}/${profileId}`)

/** Removes a site. Rejects while it has pending changes. */
export const forgetSite = (profileId: string) =>
  request('DELETE', `${desktopPaths.profiles}/${profileId}`)

/** First part of the keys of queries about the app; all other queries are about the school. */
const DESKTOP = 'desktop'

/** Polling intervals in milliseconds; the app cannot notify the page. */
const POLL_MS = { state: { idle: 10_000, active: 2000 }, outbox: { idle: 8000, active: 1500 } }

/** Status of the desktop app. */
export const desktopStateQuery = queryOptions({
  queryKey: [DESKTOP, 'state'],
  queryFn: async ({ signal }) => {
    const state = await readState(signal)
    setDraftProfile(state.current)
    return state
  },
  refetchInterval: ({ state: { data } }) =>
    POLL_MS.state[data?.serverAnswers && data.waiting === 0 ? 'idle' : 'active'],
  // Signing out clears the cache, but does not change the app's status.
  placeholderData: keepPreviousData,
})

/** The status of the desktop app; undefined until it is loaded. */
export function useDesktopState(): DesktopState | undefined {
  return useQuery(desktopStateQuery).data
}

/** Pending changes and those sent last. */
export const outboxQuery = queryOptions({
  queryKey: [DESKTOP, 'outbox'],
  queryFn: async ({ signal }) =>
    Outbox.parse(await request('GET', desktopPaths.outbox, { signal })),
  refetchInterval: ({ state: { data } }) =>
    POLL_MS.outbox[data?.some(({ state }) => state !== 'sent') ? 'active' : 'idle'],
})

const pathOf = ({ seq }: Pick<OutboxEntry, 'seq'>) => `${desktopPaths.outbox}/${seq}`

/** A conflicting change beside the server's record; never cached. */
export const comparisonQuery = ({ seq }: OutboxEntry) =>
  queryOptions({
    queryKey: [DESKTOP, 'comparison', seq],
    queryFn: async ({ signal }) =>
      OutboxComparison.parse(await request('GET', `${pathOf({ seq })}/comparison`, { signal })),
    gcTime: 0,
  })

/** The fields of a pending change. */
export const fieldsQuery = ({ seq }: OutboxEntry) =>
  queryOptions({
    queryKey: [DESKTOP, 'fields', seq],
    queryFn: async ({ signal }) =>
      OutboxFields.parse(await request('GET', `${pathOf({ seq })}/fields`, { signal })),
    gcTime: 0,
    // A refetch must not replace what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What a person can do with pending changes. */
export const outboxActions = {
  discard: (entry: OutboxEntry) => request('DELETE', pathOf(entry)),
  /** Sends the change again; it overwrites concurrent changes. */
  keepMine: (entry: OutboxEntry) => request('POST', `${pathOf(entry)}/keep-mine`),
  /** Replaces fields of the change and sends it. */
  edit: (entry: OutboxEntry, fields: OutboxEdit) =>
    request('PUT', pathOf(entry), { body: JSON.stringify(fields) }),
  /** Stops the change, even while it is being sent, until `sendNow`. */
  hold: (entry: OutboxEntry) => request('POST', `${pathOf(entry)}/hold`),
  /** Connects and sends pending changes; resolves when it is known whether the server responds. */
  sendNow: () => request('POST', desktopPaths.sendNow),
} as const

/** Runs an outbox action, then refetches all queries, since lists show pending changes. */
export function useOutboxAction(onDone: () => void) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onSuccess: onDone,
    onError: (error) => {
      const isTooLate = error instanceof TooLateError
      toasts.show({ tone: 'error', text: t(isTooLate ? 'outbox.late' : 'outbox.failed') })
      if (isTooLate) onDone()
    },
    onSettled: () => void queryClient.invalidateQueries(),
  })
}

/** Refetches all queries about the school. */
export function refetchSchool(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== DESKTOP })
}

/** Clears the cache after a change of the current site, except for the app's status. */
export function clearSchoolCache(queryClient: QueryClient): Promise<void> {
  const [, state] = desktopStateQuery.queryKey
  queryClient.removeQueries({
    predicate: ({ queryKey: [scope, name] }) => scope !== DESKTOP || name !== state,
  })
  return queryClient.refetchQueries(desktopStateQuery)
}

/** The school's name, or its address while the name is unknown. */
export function siteName({ name, address }: Profile): string {
  return name || new URL(address).host
}
