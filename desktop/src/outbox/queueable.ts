import {
  createPathMatcher,
  type EndpointName,
  type PathParams,
  paths,
} from '@bidyaloy/shared/api/paths'

interface Queueable {
  /** The record that changes; changes of one target are sent in order. */
  target: (params: PathParams) => string
  /** Whether it creates a record, whose id the server assigns. */
  creates?: true
}

/**
 * Changes that may wait in the outbox, because the server honours their Idempotency-Key. All other
 * writes (sign-in, passwords, restore, site pictures) need an immediate response.
 */
const queueable = {
  createEntry: { target: ({ collection, id }) => `${collection}/${id}`, creates: true },
  updateEntry: { target: ({ collection, id }) => `${collection}/${id}` },
  deleteEntry: { target: ({ collection, id }) => `${collection}/${id}` },
  // Apart from the entry, whose changes may be merged.
  updateEntryText: { target: ({ collection, id }) => `${collection}/${id}/text` },
  createSchoolInfo: { target: () => 'schoolInfo', creates: true },
  updateSchoolInfo: { target: () => 'schoolInfo' },
  createContact: { target: () => 'contactus', creates: true },
  updateContact: { target: () => 'contactus' },
  createStudentCount: { target: ({ id }) => `studentCounts/${id}`, creates: true },
  updateStudentCount: { target: ({ id }) => `studentCounts/${id}` },
  deleteStudentCount: { target: ({ id }) => `studentCounts/${id}` },
  importStudentCounts: { target: () => 'studentCounts' },
  updateSettings: { target: () => 'settings' },
} as const satisfies Partial<Record<EndpointName, Queueable>>

export type QueueableName = keyof typeof queueable

/** Whether a change may wait for the server. */
export function isQueueable(name: EndpointName): name is QueueableName {
  return Object.hasOwn(queueable, name)
}

/** Returns the row of a queueable change. */
export function queueableRow(name: QueueableName): Queueable {
  return queueable[name]
}

/** Finds the endpoint of a request; null for an address outside the contract. */
export const endpointOf = createPathMatcher(paths)
