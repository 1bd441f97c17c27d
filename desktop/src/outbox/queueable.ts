import { type EndpointName, paths } from '@bidyaloy/shared/api/paths'
import { isCollectionName } from '@bidyaloy/shared/collections/registry'

/** The parts of a path, `{ collection: 'notices', id: 'k3v9x0c2m1qa' }`. */
export type PathParams = Readonly<Record<string, string>>

interface Queueable {
  /** What is changed; changes of one target go one after the other. */
  target: (params: PathParams) => string
  /** Whether it makes something new, which has no id before the server gives one. */
  creates?: true
}

/**
 * The changes that may wait: each carries a key under which the server does it once. All else
 * (sign-in, passwords, restoring, pictures of the site) wants its answer at once.
 */
const queueable = {
  createEntry: { target: ({ collection, id }) => `${collection}/${id}`, creates: true },
  updateEntry: { target: ({ collection, id }) => `${collection}/${id}` },
  deleteEntry: { target: ({ collection, id }) => `${collection}/${id}` },
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

/** What has to be known of a change that may wait. */
export function queueableRow(name: QueueableName): Queueable {
  return queueable[name]
}

const patterns = Object.entries(paths).map(([name, { method, path }]) => ({
  name: name as EndpointName,
  method,
  names: [...path.matchAll(/:(\w+)/g)].map(([, param = '']) => param),
  pattern: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`),
  /** Fixed paths before those with parameters: `/api/settings` is no collection. */
  rank: (path.match(/:/g) ?? []).length,
}))
patterns.sort((a, b) => a.rank - b.rank)

/** Which endpoint a request is for; null for an address that the contract does not know. */
export function endpointOf(
  method: string,
  pathname: string,
): { name: EndpointName; params: PathParams } | null {
  for (const { name, method: expected, pattern, names } of patterns) {
    const found = expected === method ? pattern.exec(pathname) : null
    if (!found) continue
    const params: PathParams = Object.fromEntries(
      names.map((param, index) => [param, found[index + 1] ?? '']),
    )
    const { collection } = params
    if (collection === undefined || isCollectionName(collection)) return { name, params }
  }
  return null
}
