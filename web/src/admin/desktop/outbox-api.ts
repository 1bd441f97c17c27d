import {
  desktopPaths,
  Outbox,
  OutboxComparison,
  type OutboxEdit,
  type OutboxEntry,
  OutboxFields,
} from '@bidyaloy/shared/desktop/desktop-api'
import { queryOptions } from '@tanstack/react-query'
import { DESKTOP } from './use-desktop-state.ts'

/** The change went, or is just going: it is too late for what was wanted of it. */
export class TooLate extends Error {}

const BUSY_MS = 1500
const QUIET_MS = 8000

/** What is not sent yet, and what was sent last. */
export const outboxQuery = queryOptions({
  queryKey: [DESKTOP, 'outbox'],
  queryFn: async ({ signal }) => Outbox.parse(await ask('GET', desktopPaths.outbox, { signal })),
  refetchInterval: ({ state }) =>
    state.data?.some(({ state }) => state !== 'sent') ? BUSY_MS : QUIET_MS,
})

/** Mine and theirs of a change that met somebody else's; asked anew each time. */
export const comparisonQuery = (seq: number) =>
  queryOptions({
    queryKey: [DESKTOP, 'comparison', seq],
    queryFn: async ({ signal }) =>
      OutboxComparison.parse(await ask('GET', `${at(seq)}/comparison`, { signal })),
    gcTime: 0,
  })

/** What a waiting change says. */
export const fieldsQuery = (seq: number) =>
  queryOptions({
    queryKey: [DESKTOP, 'fields', seq],
    queryFn: async ({ signal }) =>
      OutboxFields.parse(await ask('GET', `${at(seq)}/fields`, { signal })),
    gcTime: 0,
    // What is being typed must not change under the hand.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What can be done with a change that waits. */
export const outboxActs = {
  discard: ({ seq }: OutboxEntry) => ask('DELETE', at(seq)),
  /** Sends it once more, over what others have changed meanwhile. */
  keepMine: ({ seq }: OutboxEntry) => ask('POST', `${at(seq)}/keep-mine`),
  /** Writes fields of it anew; it is sent then. */
  edit: ({ seq }: OutboxEntry, fields: OutboxEdit) =>
    ask('PUT', at(seq), { body: JSON.stringify(fields) }),
  /** Stops it, also on its way; it stays until somebody sends it. */
  hold: ({ seq }: OutboxEntry) => ask('POST', `${at(seq)}/hold`),
  sendNow: () => ask('POST', desktopPaths.sendNow),
} as const

const at = (seq: number) => `${desktopPaths.outbox}/${seq}`

/** @throws TooLate, or an error where the program does not do it */
async function ask(
  method: string,
  path: string,
  more: Pick<RequestInit, 'body' | 'signal'> = {},
): Promise<unknown> {
  const answer = await fetch(path, { method, ...more })
  if (answer.status === 404 || answer.status === 409) throw new TooLate()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
  return answer.status === 204 ? undefined : answer.json()
}
