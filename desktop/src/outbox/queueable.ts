import type { Offline } from '@bidyaloy/shared/api/endpoint'
import { endpoints } from '@bidyaloy/shared/api/endpoints'
import {
  createPathMatcher,
  type EndpointName,
  type PathParams,
  paths,
} from '@bidyaloy/shared/api/paths'

type Endpoints = typeof endpoints

/**
 * Changes that may wait in the outbox, because the server honours their Idempotency-Key. All other
 * writes (sign-in, passwords, restore, site pictures) need an immediate response.
 */
export type QueueableName = {
  [N in EndpointName]: Endpoints[N] extends { offline: Offline } ? N : never
}[EndpointName]

/** Whether a change may wait for the server. */
export function isQueueable(name: EndpointName): name is QueueableName {
  return 'offline' in endpoints[name]
}

/** Returns how a change is stored while the server is unreachable. */
export function offlineOf(name: QueueableName): Offline {
  return endpoints[name].offline
}

/** Returns the record that changes: `notices/k3v9x0c2m1qa`. */
export function targetOf(name: QueueableName, params: PathParams): string {
  return offlineOf(name).record.replace(/:(\w+)/g, (_, param: string) => params[param] ?? '')
}

/** Finds the endpoint of a request; null for an address outside the contract. */
export const endpointOf = createPathMatcher(paths)
