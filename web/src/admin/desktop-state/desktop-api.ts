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

const t = withCopy(desktopCopy)

/*
 * What the page asks of the program itself. Each rejects where the program does not do it.
 */

async function ask(path: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(path, init)
  if (!answer.ok) throw new Error(`${init?.method ?? 'GET'} ${path}: ${answer.status}`)
  return answer
}

/** @throws also ZodError, where program and page are of different versions */
export async function readState(signal?: AbortSignal): Promise<DesktopState> {
  const answer = await ask(desktopPaths.state, signal && { signal })
  return DesktopState.parse(await answer.json())
}

/** Where a school answers at the address, its site is the one in use afterwards. */
export async function tryAddress(typed: NewProfile): Promise<TriedAddress> {
  const answer = await ask(desktopPaths.profiles, { method: 'POST', body: JSON.stringify(typed) })
  return TriedAddress.parse(await answer.json())
}

/** Resolves once the site is the one in use. */
export async function openSite(profileId: string): Promise<void> {
  await ask(`${desktopPaths.profiles}/${profileId}`, { method: 'PUT' })
}

/** Rejects while changes for the site wait. */
export async function forgetSite(profileId: string): Promise<void> {
  await ask(`${desktopPaths.profiles}/${profileId}`, { method: 'DELETE' })
}

/** Asks the server again and sends what waits; resolves when it is known whether it answers. */
export async function tryConnectionNow(): Promise<void> {
  await ask(desktopPaths.sendNow, { method: 'POST' })
}

/** Queries about the program itself begin with this; all others are about the school. */
const DESKTOP = 'desktop'

/** Time between two looks, in milliseconds. */
const WHEN_CALM = 10_000
const WHEN_SOMETHING_IS_UP = 2000

/** How things stand in the program, asked again and again: it cannot call the page. */
export const desktopStateQuery = queryOptions({
  queryKey: [DESKTOP, 'state'],
  queryFn: async ({ signal }) => {
    const state = await readState(signal)
    setDraftProfile(state.current)
    return state
  },
  refetchInterval: ({ state: { data } }) => (isCalm(data) ? WHEN_CALM : WHEN_SOMETHING_IS_UP),
  // Signing out empties the cache; what the program is does not change by it.
  placeholderData: keepPreviousData,
})

function isCalm(state: DesktopState | undefined): boolean {
  return state?.serverAnswers === true && state.waiting === 0
}

/** How things stand in the program; undefined until it has said so. */
export function useDesktopState(): DesktopState | undefined {
  return useQuery(desktopStateQuery).data
}

/** The change went, or is just going: it is too late for what was wanted of it. */
class TooLate extends Error {}

const BUSY_MS = 1500
const QUIET_MS = 8000

/** What is not sent yet, and what was sent last. */
export const outboxQuery = queryOptions({
  queryKey: [DESKTOP, 'outbox'],
  queryFn: async ({ signal }) =>
    Outbox.parse(await askOutbox('GET', desktopPaths.outbox, { signal })),
  refetchInterval: ({ state }) =>
    state.data?.some(({ state }) => state !== 'sent') ? BUSY_MS : QUIET_MS,
})

/** Mine and theirs of a change that met somebody else's; asked anew each time. */
export const comparisonQuery = (seq: number) =>
  queryOptions({
    queryKey: [DESKTOP, 'comparison', seq],
    queryFn: async ({ signal }) =>
      OutboxComparison.parse(await askOutbox('GET', `${at(seq)}/comparison`, { signal })),
    gcTime: 0,
  })

/** What a waiting change says. */
export const fieldsQuery = (seq: number) =>
  queryOptions({
    queryKey: [DESKTOP, 'fields', seq],
    queryFn: async ({ signal }) =>
      OutboxFields.parse(await askOutbox('GET', `${at(seq)}/fields`, { signal })),
    gcTime: 0,
    // What is being typed must not change under the hand.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What can be done with a change that waits. */
export const outboxActs = {
  discard: ({ seq }: OutboxEntry) => askOutbox('DELETE', at(seq)),
  /** Sends it once more, over what others have changed meanwhile. */
  keepMine: ({ seq }: OutboxEntry) => askOutbox('POST', `${at(seq)}/keep-mine`),
  /** Writes fields of it anew; it is sent then. */
  edit: ({ seq }: OutboxEntry, fields: OutboxEdit) =>
    askOutbox('PUT', at(seq), { body: JSON.stringify(fields) }),
  /** Stops it, also on its way; it stays until somebody sends it. */
  hold: ({ seq }: OutboxEntry) => askOutbox('POST', `${at(seq)}/hold`),
  sendNow: () => askOutbox('POST', desktopPaths.sendNow),
} as const

const at = (seq: number) => `${desktopPaths.outbox}/${seq}`

/** @throws TooLate, or an error where the program does not do it */
async function askOutbox(
  method: string,
  path: string,
  more: Pick<RequestInit, 'body' | 'signal'> = {},
): Promise<unknown> {
  const answer = await fetch(path, { method, ...more })
  if (answer.status === 404 || answer.status === 409) throw new TooLate()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
  return answer.status === 204 ? undefined : answer.json()
}

/** Does something with a change that waits; afterwards all lists are read anew, for they show it. */
export function useOutboxAct(onDone: () => void) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: onDone,
    onError: (error) => {
      toasts.show({
        tone: 'error',
        text: t(error instanceof TooLate ? 'outbox.late' : 'outbox.failed'),
      })
      if (error instanceof TooLate) onDone()
    },
    onSettled: () => void queryClient.invalidateQueries(),
  })
}

/** Reads anew what the page shows of the school. */
export function refetchSchool(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== DESKTOP })
}

/** After another site came into use: nothing of one school may show in the next. */
export function forgetSchool(queryClient: QueryClient): Promise<void> {
  const [, state] = desktopStateQuery.queryKey
  queryClient.removeQueries({
    predicate: ({ queryKey: [room, thing] }) => room !== DESKTOP || thing !== state,
  })
  return queryClient.refetchQueries(desktopStateQuery)
}

/** What the school calls itself; where it has not said, its address. */
export function siteName({ name, address }: Profile): string {
  return name || new URL(address).host
}
