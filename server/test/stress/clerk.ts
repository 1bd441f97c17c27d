import { ApiError } from '@bidyaloy/shared/api/api'
import { fileOf, pdfBytes, twoColors } from '../../src/test/sample-files.ts'
import type { SeededRandom } from '../../src/test/seeded-random.ts'
import { type AdminClient, hashOf, servedFile } from './admin-client.ts'
import { assertThat } from './scenario.ts'

type Collection = 'notices' | 'news' | 'downloads' | 'gallery'

/** State of an entry as the API shows it. */
interface Shape {
  title: string
  /** SHA-256 of its file; null for a picture, which is re-encoded. */
  hash: string | null
  inTrash: boolean
}

/** An entry of a clerk, and what the server acknowledged about it. */
interface TestRecord {
  collection: Collection
  id: string | null
  /** Acknowledged state; null if its creation was never acknowledged. */
  certain: Shape | null
  /** State after an unanswered change, which happened whole or not at all. */
  possible: Shape | null
}

/** A writer with its own entries, so that the order of its changes is known. */
export interface Clerk {
  name: string
  records: TestRecord[]
  /** Number of acknowledged writes. */
  acknowledged: number
  titles: number
}

const MAX_RECORDS = 14

/** A clerk without entries. */
export const newClerk = (name: string): Clerk => ({ name, records: [], acknowledged: 0, titles: 0 })

/** Creates, renames, replaces, deletes and restores entries until the server is unreachable. */
export function workUntilSilence(
  clerk: Clerk,
  admin: AdminClient,
  random: SeededRandom,
): Promise<void> {
  return workUntil(clerk, admin, random, () => false)
}

/** The same, or until `isOver`. */
export async function workUntil(
  clerk: Clerk,
  admin: AdminClient,
  random: SeededRandom,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    try {
      await doOne(clerk, admin, random)
      clerk.acknowledged += 1
    } catch (error) {
      if (error instanceof ApiError && error.code === 'offline') return
      throw error
    }
  }
}

/**
 * Makes one change; records the request before it and the response after it.
 * @throws ApiError if it is refused, which must mean that it had no effect, or unanswered
 */
export async function doOne(clerk: Clerk, admin: AdminClient, random: SeededRandom): Promise<void> {
  const known = clerk.records.filter(({ certain, possible }) => certain && !possible)
  const record = known.length > 0 ? known[random.between(0, known.length - 1)] : undefined
  try {
    if (!record || (known.length < MAX_RECORDS && random.between(0, 9) < 4)) {
      await publish(clerk, admin, random)
    } else if (record.certain?.inTrash) {
      await restore(record, record.certain, admin)
    } else if (record.certain) {
      await change(clerk, record, record.certain, admin, random)
    }
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'offline') forgetRefused(clerk)
    throw error
  }
}

function forgetRefused(clerk: Clerk): void {
  clerk.records = clerk.records.filter(({ certain }) => certain)
  for (const record of clerk.records) record.possible = null
}

async function publish(clerk: Clerk, { api }: AdminClient, random: SeededRandom): Promise<void> {
  const collection = random.pick<Collection>(['notices', 'news', 'downloads', 'gallery'])
  const { file, hash } = await newFile(clerk, collection, random)
  const possible = { title: newTitle(clerk), hash, inTrash: false }
  const record: TestRecord = { collection, id: null, certain: null, possible }
  clerk.records.push(record)
  const { title } = possible
  const entry = await api.createEntry({ params: { collection }, body: { title }, file })
  assertThat(entry.title === title, `${title} is answered as it was sent`)
  Object.assign(record, { id: entry._id, certain: possible, possible: null })
}

async function restore(record: TestRecord, certain: Shape, { api }: AdminClient): Promise<void> {
  record.possible = { ...certain, inTrash: false }
  await api.restoreTrash({ params: { id: record.id ?? '' } })
  Object.assign(record, { certain: record.possible, possible: null })
}

async function change(
  clerk: Clerk,
  record: TestRecord,
  certain: Shape,
  { api }: AdminClient,
  random: SeededRandom,
): Promise<void> {
  const params = { collection: record.collection, id: record.id ?? '' }
  const kind = random.pick(['rename', 'replace', 'delete'])
  if (kind === 'delete') {
    record.possible = { ...certain, inTrash: true }
    await api.deleteEntry({ params })
  } else if (kind === 'rename') {
    record.possible = { ...certain, title: newTitle(clerk) }
    await api.updateEntry({ params, body: { title: record.possible.title } })
  } else {
    const { file, hash } = await newFile(clerk, record.collection, random)
    record.possible = { ...certain, title: newTitle(clerk), hash }
    await api.updateEntry({ params, body: { title: record.possible.title }, file })
  }
  Object.assign(record, { certain: record.possible, possible: null })
}

function newTitle(clerk: Clerk): string {
  clerk.titles += 1
  return `${clerk.name} করণিকের ${clerk.titles} নম্বর বিজ্ঞপ্তি`
}

async function newFile(clerk: Clerk, collection: Collection, random: SeededRandom) {
  if (collection === 'gallery') {
    const bytes = await twoColors(random.between(40, 700), random.between(40, 400))
      .jpeg()
      .toBuffer()
    return { file: fileOf(bytes, 'photo.jpg'), hash: null }
  }
  const text = `${clerk.name} ${clerk.titles} ${'ছুটি '.repeat(random.between(1, 20_000))}`
  const bytes = random.between(0, 3) === 0 ? pdfBytes(text) : Buffer.from(text)
  const name = bytes[0] === 0x25 ? 'notice.pdf' : 'notice.txt'
  return { file: fileOf(bytes, name), hash: hashOf(bytes) }
}

/**
 * Checks that every acknowledged change is there and that each unanswered one happened whole or not
 * at all; updates the clerks' records.
 * @returns how many unanswered changes had happened
 */
export async function assertAcknowledged(
  clerks: readonly Clerk[],
  admin: AdminClient,
): Promise<number> {
  const seen = await everything(admin)
  const claimed = new Set<string>()
  let happened = 0
  for (const clerk of clerks) {
    for (const record of [...clerk.records]) {
      const now = seen.find(({ id, title }) =>
        record.id ? id === record.id : title === record.possible?.title,
      )
      if (now) {
        assertThat(!claimed.has(now.id), `${now.title} is there once`)
        claimed.add(now.id)
      }
      const isOld = sameShape(now?.shape ?? null, record.certain)
      const isNew = record.possible !== null && sameShape(now?.shape ?? null, record.possible)
      assertThat(
        isOld || isNew,
        `acknowledged ${JSON.stringify(record)}; instead ${JSON.stringify(now)}`,
      )
      if (isNew && !isOld) happened += 1
      const certain = isOld ? record.certain : record.possible
      if (now) Object.assign(record, { id: now.id, certain, possible: null })
      else clerk.records.splice(clerk.records.indexOf(record), 1)
    }
  }
  const unknown = seen.filter(({ id }) => !claimed.has(id))
  assertThat(unknown.length === 0, `no entry of unknown origin: ${JSON.stringify(unknown)}`)
  return happened
}

/** Checks that every file is served whole. @returns the number of entries, with those in the trash */
export async function assertReadable(admin: AdminClient): Promise<number> {
  return (await everything(admin)).length
}

interface Seen {
  id: string
  title: string
  shape: Shape
}

/** All entries, with those in the trash; reads each served file whole. */
async function everything(admin: AdminClient): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const collection of ['notices', 'news', 'downloads', 'gallery'] as const) {
    const list = await admin.api.listEntries({ params: { collection } })
    for (const { _id: id, title, filePath, size: stated, sizes } of list) {
      const { hash, size } = await servedFile(admin, filePath ?? '')
      assertThat(size === stated, `${title} has ${stated} bytes; instead ${size}`)
      for (const copy of sizes ?? []) await servedFile(admin, copy.filePath)
      const shape = { title, hash: collection === 'gallery' ? null : hash, inTrash: false }
      seen.push({ id, title, shape })
    }
  }
  for (const { _id: id, title } of await admin.api.listTrash()) {
    seen.push({ id, title, shape: { title, hash: null, inTrash: true } })
  }
  return seen
}

/** Compares two states; an entry in the trash shows no file, so its hash is not compared. */
function sameShape(one: Shape | null, other: Shape | null): boolean {
  if (!one || !other) return one === other
  if (one.title !== other.title || one.inTrash !== other.inTrash) return false
  return one.inTrash || one.hash === other.hash
}
