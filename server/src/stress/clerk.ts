import { ApiError } from '@bidyaloy/shared/api/api'
import type { Dice } from '../demo/seeded-random.ts'
import { fileOf, pdfBytes, twoColors } from '../test/sample-files.ts'
import { type AdminClient, hashOf, servedFile } from './admin-client.ts'
import { assertThat } from './scenario.ts'

type Collection = 'notices' | 'news' | 'downloads' | 'gallery'

/** How a thing looks to the office. */
interface Shape {
  title: string
  /** SHA-256 of its file; null for a picture, which is made anew. */
  hash: string | null
  inTrash: boolean
}

/** One thing that a clerk has published, and what the clerk was told about it. */
interface TestRecord {
  collection: Collection
  id: string | null
  /** What was acknowledged; null where not even its creation was. */
  certain: Shape | null
  /** A change that was asked for and never answered: it happened whole or not at all. */
  possible: Shape | null
}

/** Each clerk has things of its own, so that it is clear what came after what. */
export interface Clerk {
  name: string
  things: TestRecord[]
  /** What was acknowledged so far. */
  acknowledged: number
  titles: number
}

const MOST_THINGS = 14

/** A clerk who has done nothing yet. */
export const newClerk = (name: string): Clerk => ({ name, things: [], acknowledged: 0, titles: 0 })

/** Publishes, renames, replaces, deletes and takes back until the server stops answering. */
export function workUntilSilence(clerk: Clerk, office: AdminClient, dice: Dice): Promise<void> {
  return workUntil(clerk, office, dice, () => false)
}

/** The same, or until the working day is over. */
export async function workUntil(
  clerk: Clerk,
  office: AdminClient,
  dice: Dice,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    try {
      await doOne(clerk, office, dice)
      clerk.acknowledged += 1
    } catch (error) {
      if (error instanceof ApiError && error.code === 'offline') return
      throw error
    }
  }
}

/**
 * Does one thing, writing down beforehand what is asked and afterwards what was answered.
 * @throws ApiError where it is refused, which must mean that it was not done, or not answered
 */
export async function doOne(clerk: Clerk, office: AdminClient, dice: Dice): Promise<void> {
  const known = clerk.things.filter(({ certain, possible }) => certain && !possible)
  const thing = known.length > 0 ? known[dice.between(0, known.length - 1)] : undefined
  try {
    if (!thing || (known.length < MOST_THINGS && dice.between(0, 9) < 4)) {
      await publish(clerk, office, dice)
    } else if (thing.certain?.inTrash) {
      await takeBack(thing, thing.certain, office)
    } else if (thing.certain) {
      await change(clerk, thing, thing.certain, office, dice)
    }
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'offline') forgetRefused(clerk)
    throw error
  }
}

function forgetRefused(clerk: Clerk): void {
  clerk.things = clerk.things.filter(({ certain }) => certain)
  for (const thing of clerk.things) thing.possible = null
}

async function publish(clerk: Clerk, { api }: AdminClient, dice: Dice): Promise<void> {
  const collection = dice.pick<Collection>(['notices', 'news', 'downloads', 'gallery'])
  const { file, hash } = await newFile(clerk, collection, dice)
  const possible = { title: newTitle(clerk), hash, inTrash: false }
  const thing: TestRecord = { collection, id: null, certain: null, possible }
  clerk.things.push(thing)
  const { title } = possible
  const entry = await api.createEntry({ params: { collection }, body: { title }, file })
  assertThat(entry.title === title, `${title} is answered as it was sent`)
  Object.assign(thing, { id: entry._id, certain: possible, possible: null })
}

async function takeBack(thing: TestRecord, certain: Shape, { api }: AdminClient): Promise<void> {
  thing.possible = { ...certain, inTrash: false }
  await api.restoreTrash({ params: { id: thing.id ?? '' } })
  Object.assign(thing, { certain: thing.possible, possible: null })
}

async function change(
  clerk: Clerk,
  thing: TestRecord,
  certain: Shape,
  { api }: AdminClient,
  dice: Dice,
): Promise<void> {
  const params = { collection: thing.collection, id: thing.id ?? '' }
  const kind = dice.pick(['rename', 'replace', 'delete'])
  if (kind === 'delete') {
    thing.possible = { ...certain, inTrash: true }
    await api.deleteEntry({ params })
  } else if (kind === 'rename') {
    thing.possible = { ...certain, title: newTitle(clerk) }
    await api.updateEntry({ params, body: { title: thing.possible.title } })
  } else {
    const { file, hash } = await newFile(clerk, thing.collection, dice)
    thing.possible = { ...certain, title: newTitle(clerk), hash }
    await api.updateEntry({ params, body: { title: thing.possible.title }, file })
  }
  Object.assign(thing, { certain: thing.possible, possible: null })
}

function newTitle(clerk: Clerk): string {
  clerk.titles += 1
  return `${clerk.name} করণিকের ${clerk.titles} নম্বর বিজ্ঞপ্তি`
}

async function newFile(clerk: Clerk, collection: Collection, dice: Dice) {
  if (collection === 'gallery') {
    const bytes = await twoColors(dice.between(40, 700), dice.between(40, 400)).jpeg().toBuffer()
    return { file: fileOf(bytes, 'photo.jpg'), hash: null }
  }
  const text = `${clerk.name} ${clerk.titles} ${'ছুটি '.repeat(dice.between(1, 20_000))}`
  const bytes = dice.between(0, 3) === 0 ? pdfBytes(text) : Buffer.from(text)
  const name = bytes[0] === 0x25 ? 'notice.pdf' : 'notice.txt'
  return { file: fileOf(bytes, name), hash: hashOf(bytes) }
}

/**
 * Looks whether everything that the clerks were told is true, and whether what they were not told
 * happened whole or not at all; from then on they know.
 * @returns how many of the unanswered changes turned out to have happened
 */
export async function mustBeKept(clerks: readonly Clerk[], office: AdminClient): Promise<number> {
  const seen = await everything(office)
  const claimed = new Set<string>()
  let happened = 0
  for (const clerk of clerks) {
    for (const thing of [...clerk.things]) {
      const now = seen.find(({ id, title }) =>
        thing.id ? id === thing.id : title === thing.possible?.title,
      )
      if (now) {
        assertThat(!claimed.has(now.id), `${now.title} is there once`)
        claimed.add(now.id)
      }
      const isOld = sameShape(now?.shape ?? null, thing.certain)
      const isNew = thing.possible !== null && sameShape(now?.shape ?? null, thing.possible)
      assertThat(
        isOld || isNew,
        `acknowledged ${JSON.stringify(thing)}; instead ${JSON.stringify(now)}`,
      )
      if (isNew && !isOld) happened += 1
      const certain = isOld ? thing.certain : thing.possible
      if (now) Object.assign(thing, { id: now.id, certain, possible: null })
      else clerk.things.splice(clerk.things.indexOf(thing), 1)
    }
  }
  const unknown = seen.filter(({ id }) => !claimed.has(id))
  assertThat(unknown.length === 0, `nothing that nobody sent: ${JSON.stringify(unknown)}`)
  return happened
}

/** Every published thing is served whole. @returns how many there are, those in the bin included */
export async function mustBeReadable(office: AdminClient): Promise<number> {
  return (await everything(office)).length
}

interface Seen {
  id: string
  title: string
  shape: Shape
}

/** Everything there is, the bin included, each served file read whole. */
async function everything(office: AdminClient): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const collection of ['notices', 'news', 'downloads', 'gallery'] as const) {
    const list = await office.api.listEntries({ params: { collection } })
    for (const { _id: id, title, filePath, size: told, sizes } of list) {
      const { hash, size } = await servedFile(office, filePath ?? '')
      assertThat(size === told, `${title} has ${told} bytes; instead ${size}`)
      for (const copy of sizes ?? []) await servedFile(office, copy.filePath)
      const shape = { title, hash: collection === 'gallery' ? null : hash, inTrash: false }
      seen.push({ id, title, shape })
    }
  }
  for (const { _id: id, title } of await office.api.listTrash()) {
    seen.push({ id, title, shape: { title, hash: null, inTrash: true } })
  }
  return seen
}

/** What lies in the bin shows its file to nobody: only the folders tell of it. */
function sameShape(one: Shape | null, other: Shape | null): boolean {
  if (!one || !other) return one === other
  if (one.title !== other.title || one.inTrash !== other.inTrash) return false
  return one.inTrash || one.hash === other.hash
}
