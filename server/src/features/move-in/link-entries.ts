import type { LeftOut } from '@bidyaloy/shared/features/move-in/move-in'
import { parseUrl } from '@bidyaloy/shared/web-address'
import { type EntityManager, MoreThan } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { EntryRow, MoveInItemRow } from '../../db/entities.ts'
import { readBody, writeBody } from '../../db/entry-content.ts'
import { findOldAddress } from './old-addresses.ts'
import { isEdited } from './present-move-in.ts'
import { FILES_HOST, siteOf } from './sources/addresses.ts'
import type { SourceItem } from './sources/source.ts'

/*
 * Links of brought texts to the older site. A text is brought with them as they were, each named as left out;
 * once all is brought, those to something that was brought lead to it, and are named no more.
 */

const LINK = /\]\((https?:[^()\s]+)\)/g
const MAX_LINKS = 100

/** Returns the links of a text to its older site, and to its own files wherever they were. */
export function linksIn(body: string, { key, addresses: known, files }: SourceItem): LeftOut[] {
  const sites = [key, ...known].map(siteOf)
  const isOwn = (url: URL) => sites.some((isOf) => isOf(url))
  const own = new Set(files.flatMap((file) => [file.key, ...file.addresses]))
  const addresses = new Set(Array.from(body.matchAll(LINK), ([, address = '']) => address))
  return [...addresses]
    .filter((address) => {
      const url = parseUrl(address)
      return url !== null && (own.has(address) || isOwn(url))
    })
    .slice(0, MAX_LINKS)
    .map((name) => ({ what: 'link', name }))
}

interface LinkDeps {
  db: Database
  clock: Clock
  signal: AbortSignal
}

/** Items that are looked at in one transaction. */
const AT_A_TIME = 50

/** Makes links to what was brought lead to it. Done twice, it changes nothing the second time. */
export async function linkEntries({ db, clock, signal }: LinkDeps, id: string): Promise<void> {
  for (let last = -1; !signal.aborted; ) {
    const rows = await db.read.find(MoveInItemRow, {
      select: { moveIn: true, n: true, leftOut: true },
      where: { moveIn: id, n: MoreThan(last) },
      order: { n: 'ASC' },
      take: AT_A_TIME * 10,
    })
    const linked = rows.filter(({ leftOut }) => leftOut?.some(({ what }) => what === 'link'))
    for (let at = 0; at < linked.length; at += AT_A_TIME) {
      const numbers = linked.slice(at, at + AT_A_TIME).map(({ n }) => n)
      await db.write(async (tx) => {
        for (const n of numbers) await linkEntry(tx, { id, n, now: clock() })
      })
    }
    const end = rows.at(-1)
    if (!end) return
    last = end.n
  }
}

async function linkEntry(
  tx: EntityManager,
  { id, n, now }: { id: string; n: number; now: Date },
): Promise<void> {
  const row = await tx.findOneBy(MoveInItemRow, { moveIn: id, n })
  const entry = row?.entryId ? await tx.findOneBy(EntryRow, { id: row.entryId }) : null
  // What a person has written meanwhile stays.
  if (!row || !entry || (await isEdited(tx, entry.id))) return
  const isDraft = row.outcome === 'draft'
  const targets = new Map<string, string>()
  for (const { what, name } of row.leftOut ?? []) {
    if (what !== 'link') continue
    const target = await targetOf(tx, new URL(name), isDraft ? undefined : now)
    if (target) targets.set(name, target)
  }
  const body = await readBody(tx, entry)
  // The words that are searched and shown in lists are without addresses.
  const linked = withoutDeadLinks(
    body.replace(LINK, (whole, address: string) => {
      const target = targets.get(address)
      return target === undefined ? whole : `](${target})`
    }),
  )
  if (linked === body) return
  await writeBody(tx, entry.seq, linked)
  const rest = row.leftOut?.filter(({ what, name }) => what !== 'link' || !targets.has(name)) ?? []
  const leftOut = rest.length > 0 ? rest : null
  await tx.update(MoveInItemRow, { moveIn: id, n }, { leftOut })
}

/** Links between files that were given lead nowhere if one of them was not brought: the words stay. */
const withoutDeadLinks = (body: string) => body.replace(TO_FILES, (_, label: string) => label)
const TO_FILES = new RegExp(`\\[([^[\\]\\n]+)\\]\\(${FILES_HOST}/[^()\\s]*\\)`, 'g')

async function targetOf(
  tx: EntityManager,
  url: URL,
  now: Date | undefined,
): Promise<string | null> {
  const isFront = url.pathname === '/' && url.search === ''
  return isFront ? '/' : findOldAddress(tx, url, now)
}
