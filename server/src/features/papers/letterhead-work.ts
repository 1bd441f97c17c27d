import { setImmediate } from 'node:timers/promises'
import {
  CONTACT_FIELDS,
  type ContactField,
  isNone,
} from '@bidyaloy/shared/features/contact/contact'
import type { SiteSettings } from '@bidyaloy/shared/features/settings/settings'
import { foldText } from '@bidyaloy/shared/lib/bengali/search-fold'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { wholeText } from '@bidyaloy/shared/lib/ocr/shown-text'
import { type Letterhead, repeatedLines } from '@bidyaloy/shared/papers/letterhead'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { query } from '../../db/engine.ts'
import { EntryRow, SingleRecordRow } from '../../db/entities.ts'
import { foundTextsOf } from '../../db/entry-content.ts'
import { LETTERHEAD, readLetterhead, type StoredLetterhead } from '../../db/letterhead.ts'
import { newId } from '../../ids.ts'
import { contactModel } from '../contact/contact.ts'
import { findSingle } from '../records/single-record-commands.ts'
import { getSettings } from '../settings/settings-commands.ts'
import { indexAgain } from './paper-commands.ts'

interface LetterheadDeps {
  db: Database
  clock: Clock
  log: Logger
}

/** Newest entries with papers whose first pages are compared. */
const COMPARED = 40
/** Entries that are indexed in one transaction. */
const PART = 5
/** Changes are looked at together. */
const SETTLE_MS = 1000
const LOOK_MS = 15 * MINUTE_MS

/**
 * Finds what stands on every paper of the school: what the settings say, and lines of more than half
 * of the newest papers. If that has changed, the papers are indexed again in the background.
 * @returns a function that stops it; what is left is done at the next start
 */
export function startLetterheadWork({ db, clock, log }: LetterheadDeps): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const limit = pLimit(1)

  /** What was checked last. */
  let seen = ''

  const check = async (): Promise<void> => {
    const papers = await newestPapers(db.read)
    const contact = await findSingle(db.read, contactModel)
    const settings = await getSettings(db.read)
    const present = JSON.stringify([papers, contact?.__v, settings.__v])
    if (papers.length === 0 || present === seen) return
    const stored = await readLetterhead(db.read)
    const repeated = repeatedLines(await linesOf(db.read, papers), stored.repeated)
    const found = { ...ownLines(contact ?? contactModel.instead, settings), repeated }
    const isNew = stored.isPending || !isSame(found, stored)
    if (isNew && !(await leaveOut(found))) return
    seen = present
  }

  /** @returns whether all papers were indexed again */
  const leaveOut = async (found: Letterhead): Promise<boolean> => {
    const store = (isPending: boolean) =>
      db.write((tx) => storeLetterhead(tx, { ...found, isPending }, clock()))
    // First, so that what is written meanwhile is indexed by it.
    await store(true)
    const isDone = await indexPapers()
    if (isDone) await store(false)
    return isDone
  }

  /** @returns whether all papers were indexed */
  const indexPapers = async (): Promise<boolean> => {
    let last = 0
    while (!stopped) {
      const next = await query<{ seq: number }>(
        db.read,
        `SELECT DISTINCT entry_seq AS seq FROM page_text
          WHERE source IS NOT NULL AND entry_seq > ? ORDER BY entry_seq LIMIT ${PART}`,
        [last],
      )
      await db.writePrivate(async (tx) => {
        for (const { seq } of next) {
          const row = await tx.findOneBy(EntryRow, { seq })
          if (row) await indexAgain(tx, row)
        }
      })
      if (next.length < PART) return true
      last = next.at(-1)?.seq ?? last
      await setImmediate()
    }
    return false
  }

  const wake = () => {
    if (stopped || timer || limit.pendingCount > 0) return
    timer = setTimeout(() => {
      timer = undefined
      limit(check).catch((error: unknown) =>
        log.warn({ err: error }, 'finding the letterhead failed'),
      )
    }, SETTLE_MS).unref()
  }

  const ignoreChanges = db.onChange(wake)
  // Finds what another process has written.
  const interval = setInterval(wake, LOOK_MS).unref()
  wake()
  return async () => {
    stopped = true
    ignoreChanges()
    clearInterval(interval)
    clearTimeout(timer)
    await limit(() => undefined)
  }
}

/** Returns what the settings say about the school. */
function ownLines(
  contact: Partial<Record<ContactField, string>>,
  { headTeacher, identity }: SiteSettings,
): Pick<Letterhead, 'own' | 'beside'> {
  const own = ['schoolName', 'address', 'phone', 'email', 'website'] as const
  const beside = CONTACT_FIELDS.filter((field) => !own.some((one) => one === field))
  return {
    own: foldedTexts([
      ...own.flatMap((field) => partsOf(contact[field] ?? '', field)),
      headTeacher.name,
    ]),
    beside: foldedTexts([
      ...beside.map((field) => contact[field] ?? ''),
      ...[identity.place, identity.eiin, identity.schoolCode],
    ]),
  }
}

/** There may be several telephones and addresses of e-mail. */
const partsOf = (value: string, field: ContactField) =>
  field === 'phone' || field === 'email' ? value.split(/[,;/]/) : [value]

function foldedTexts(texts: readonly string[]): string[] {
  const folded = texts.filter((text) => !isNone(text)).map(foldText)
  return [...new Set(folded)].filter((text) => text !== '').sort()
}

interface Paper {
  seq: number
  stem: string
  readAt: string
}

/** Returns the first pages of the newest entries with papers, newest first. */
async function newestPapers(read: EntityManager): Promise<Paper[]> {
  const isFirst = 'page = 1 AND source IS NOT NULL'
  const entries = await query<{ seq: number }>(
    read,
    `SELECT seq FROM entry WHERE EXISTS (
      SELECT 1 FROM page_text WHERE entry_seq = seq AND ${isFirst}
    ) ORDER BY seq DESC LIMIT ${COMPARED}`,
  )
  if (entries.length === 0) return []
  return query<Paper>(
    read,
    `SELECT entry_seq AS seq, stem, read_at AS "readAt" FROM page_text
      WHERE ${isFirst} AND entry_seq IN (${entries.map(() => '?').join(', ')})
      ORDER BY entry_seq DESC, stem`,
    entries.map(({ seq }) => seq),
  )
}

/** Returns the lines of the papers of each entry. */
async function linesOf(read: EntityManager, papers: readonly Paper[]): Promise<string[][]> {
  const entries = [...new Set(papers.map(({ seq }) => seq))]
  const texts = await foundTextsOf(read, entries)
  return entries.map((seq) =>
    texts
      .filter(({ entrySeq, page }) => entrySeq === seq && page === 1)
      .flatMap((text) => wholeText(text).split('\n')),
  )
}

const isSame = (one: Letterhead, other: Letterhead) =>
  (['own', 'beside', 'repeated'] as const).every(
    (name) => one[name].join('\n') === other[name].join('\n'),
  )

async function storeLetterhead(
  tx: EntityManager,
  data: z.input<typeof StoredLetterhead>,
  now: Date,
): Promise<void> {
  const row = { data, updatedAt: now.toISOString() }
  const { affected } = await tx.update(SingleRecordRow, { name: LETTERHEAD }, row)
  if (affected === 0)
    await tx.insert(SingleRecordRow, { ...row, name: LETTERHEAD, id: newId(), version: 0 })
}
