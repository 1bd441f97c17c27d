import { collections, entryAddress } from '@bidyaloy/shared/collections/registry'
import { pages as contactPages } from '@bidyaloy/shared/features/contact/paths'
import { disclosureCopy } from '@bidyaloy/shared/features/disclosure/copy'
import type {
  DisclosedItem,
  DisclosureTexts,
} from '@bidyaloy/shared/features/disclosure/disclosure'
import {
  DISCLOSED,
  type DisclosedKey,
  OWN_TEXTS,
  reasonField,
} from '@bidyaloy/shared/features/disclosure/items'
import { pages as peoplePages } from '@bidyaloy/shared/features/people/paths'
import { pages as routinePages } from '@bidyaloy/shared/features/routine/paths'
import { pages as schoolInfoPages } from '@bidyaloy/shared/features/school-info/paths'
import { pages as countPages } from '@bidyaloy/shared/features/student-counts/paths'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type { EntityManager } from 'typeorm'
import { entriesAmong } from '../../db/entry-times.ts'
import { listEntries } from '../collections/collection-queries.ts'
import { contactModel } from '../contact/contact.ts'
import { listRecords } from '../records/record-commands.ts'
import { findSingle } from '../records/single-record-commands.ts'
import { routineModel } from '../routine/routine-queries.ts'
import { schoolInfoModel } from '../school-info/school-info.ts'
import { studentCountModel } from '../student-counts/student-count-commands.ts'

/** What is on the site about an item, and since when; null if there is nothing. */
type Source = { url: string; updatedAt: string } | null

const STALE_MS = 365 * DAY_MS

/** Own pages that are about an item. */
const PAGE_TITLES = {
  permission: /পাঠদানের অনুমতি|স্বীকৃতি/,
  teaching: /রুটিন|পাঠ্যসূচি|সিলেবাস/,
} as const
/** Kinds of downloads about teaching. */
const TEACHING_KINDS = ['routine', 'syllabus'] as const

/** Returns the eleven items in their order, from all that the site shows at `now`. */
export async function disclosedItems(
  read: EntityManager,
  record: DisclosureTexts,
  now: Date,
): Promise<DisclosedItem[]> {
  const sources = await findSources(read, now)
  return DISCLOSED.map((key, at) => {
    const known = { item: at + 1, key, label: disclosureCopy[`disclosure.${key}`] }
    return { ...known, ...stateOf(key, record, sources[key] ?? null, now) }
  })
}

function stateOf(
  key: DisclosedKey,
  record: DisclosureTexts,
  source: Source,
  now: Date,
): Pick<DisclosedItem, 'state' | 'text' | 'reason' | 'updatedAt' | 'url' | 'stale'> {
  const own = OWN_TEXTS.find((one) => one === key)
  const writtenAt = own && record.changedAt[own]
  const field = reasonField(key)
  const reason = field && record[field]
  if (reason) return { state: 'notApplicable', reason, ...dated([writtenAt], now) }
  const text = own && record[own]
  if (!text && !source) return { state: 'missing' }
  return {
    state: 'given',
    ...(text && { text }),
    ...(source && { url: source.url }),
    ...dated([text ? writtenAt : undefined, source?.updatedAt], now),
  }
}

/** Returns the last of some times, and whether it is older than a year. */
function dated(
  times: readonly (string | undefined)[],
  now: Date,
): Pick<DisclosedItem, 'updatedAt' | 'stale'> {
  const updatedAt = lastOf(times.flatMap((time) => time ?? []))
  if (updatedAt === undefined) return {}
  const isStale = Date.parse(updatedAt) < now.getTime() - STALE_MS
  return { updatedAt, ...(isStale && { stale: true as const }) }
}

const lastOf = (times: readonly string[]) => times.toSorted().at(-1)

const sourceOf = (url: string, times: readonly string[]): Source => {
  const updatedAt = lastOf(times)
  return updatedAt === undefined ? null : { url, updatedAt }
}

async function findSources(
  read: EntityManager,
  now: Date,
): Promise<Partial<Record<DisclosedKey, Source>>> {
  const info = await findSingle(read, schoolInfoModel)
  const contact = await findSingle(read, contactModel)
  const counts = (await listRecords(read, studentCountModel)).map(({ updatedAt }) => updatedAt)
  const pages = await listEntries(read, 'pages', { sort: 'order' }, now)
  const routines = (await listRecords(read, routineModel)).map(({ updatedAt }) => updatedAt)
  const people = await peopleByKind(read, now)
  const pageAbout = (title: RegExp): Source => {
    const page = pages.find((one) => title.test(one.title))
    return page ? sourceOf(entryAddress('pages', page), [page.updatedAt ?? page.date]) : null
  }
  const ofKinds = (isWanted: (kind: string | null) => boolean) =>
    people.flatMap(({ kind, at }) => (isWanted(kind) ? [at] : []))
  return {
    profile: sourceOf(schoolInfoPages.schoolInfo, info ? [info.updatedAt] : []),
    permission: pageAbout(PAGE_TITLES.permission),
    students: sourceOf(countPages.studentCount, counts),
    sections: sourceOf(countPages.studentCount, counts),
    teaching:
      sourceOf(routinePages.routine, routines) ??
      pageAbout(PAGE_TITLES.teaching) ??
      (await teachingDownloads(read, now)),
    contact: sourceOf(contactPages.contact, contact ? [contact.updatedAt] : []),
    people: sourceOf(
      peoplePages.people,
      ofKinds((kind) => kind !== 'committee' && kind !== 'formerHead'),
    ),
    committee: sourceOf(
      peoplePages.people,
      ofKinds((kind) => kind === 'committee'),
    ),
  }
}

/** Last change of the people of each kind. */
async function peopleByKind(
  read: EntityManager,
  now: Date,
): Promise<{ kind: string | null; at: string }[]> {
  return entriesAmong(read, { state: 'visible', collection: 'people' }, now)
    .select('entry.kind', 'kind')
    .addSelect('max(entry.updatedAt)', 'at')
    .groupBy('entry.kind')
    .getRawMany()
}

/** The newest download about teaching. */
async function teachingDownloads(read: EntityManager, now: Date): Promise<Source> {
  for (const kind of TEACHING_KINDS) {
    const [newest] = await listEntries(read, 'downloads', { kind, limit: 1 }, now)
    if (newest) return sourceOf(`${collections.downloads.page}?kind=${kind}`, [newest.date])
  }
  return null
}
