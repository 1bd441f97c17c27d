import fs from 'node:fs/promises'
import path from 'node:path'
import { fieldTexts } from '@bidyaloy/shared/api/issue-text'
import { Problem } from '@bidyaloy/shared/api/problem'
import { MAX_BODY_LENGTH, NewEntryOrVideo, Title } from '@bidyaloy/shared/collections/entry'
import { hasKinds, type Kind, kindsOf } from '@bidyaloy/shared/collections/kinds'
import { type CollectionRow, collections } from '@bidyaloy/shared/collections/registry'
import type { LeftOut } from '@bidyaloy/shared/features/move-in/move-in'
import type { MovedCollection, RefusalReason } from '@bidyaloy/shared/features/move-in/reasons'
import { startOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import { renumberPictures } from '@bidyaloy/shared/lib/renumber-pictures'
import type { EntityManager } from 'typeorm'
import * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { MoveInItemRow, type MoveInRow } from '../../db/entities.ts'
import type { IdempotentWrite } from '../../http/idempotency.ts'
import type { StagedFile } from '../../http/multipart-upload.ts'
import { newFileStem } from '../../ids.ts'
import { detectFileType } from '../../storage/detect-file-type.ts'
import type { Storage } from '../../storage/storage.ts'
import { PUBLISHER } from '../collections/approval.ts'
import { createEntry } from '../collections/entry-commands.ts'
import { getSettings } from '../settings/settings-commands.ts'
import { addOldAddresses } from './old-addresses.ts'
import { isPresent } from './present-entries.ts'
import { isRefused, type Source, type SourceFile, type SourceItem } from './sources/source.ts'
import { itemOf } from './stored-item.ts'

export interface BringDeps {
  db: Database
  storage: Storage
  folder: DataFolder
  clock: Clock
  /** Largest file, in bytes. */
  maxBytes: number
  source: Source
  signal: AbortSignal
}

/** Why an item cannot be brought. */
class Refused extends Error {
  constructor(
    readonly reason: RefusalReason,
    readonly detail?: string,
  ) {
    super(reason)
  }
}

/** Someone else has decided about the item meanwhile. */
class Decided extends Error {}

interface Bringing {
  move: MoveInRow
  row: MoveInItemRow
  /** A file that a person gives for one that cannot be had. */
  given?: StagedFile
}

/**
 * Brings an item: the entry, its old addresses and what became of the item are one transaction.
 * @returns the item afterwards
 * @throws Problem `storage_full`, and errors after which it may be tried again
 */
export async function bringItem(deps: BringDeps, bringing: Bringing): Promise<MoveInItemRow> {
  const { moveIn, n, outcome } = bringing.row
  const { db } = deps
  try {
    await bring(deps, bringing)
  } catch (error) {
    if (error instanceof Decided) return db.read.findOneByOrFail(MoveInItemRow, { moveIn, n })
    const { reason, detail } = refusalOf(error)
    const refused = { outcome: 'refused' as const, reason, detail: detail?.slice(0, 300) ?? null }
    await db.writePrivate((tx) => tx.update(MoveInItemRow, { moveIn, n, outcome }, refused))
  }
  return db.read.findOneByOrFail(MoveInItemRow, { moveIn, n })
}

function refusalOf(error: unknown): { reason: RefusalReason; detail?: string | undefined } {
  if (error instanceof Refused) return error
  if (
    !(error instanceof Problem) ||
    error.code === 'storage_full' ||
    error.code === 'unavailable'
  ) {
    throw error
  }
  const [field] = Object.values(error.details.fields ?? {})
  if (error.code === 'unsupported_media_type') return { reason: 'wrong-type' }
  if (error.code === 'too_large') return { reason: 'too-large' }
  return {
    reason: error.details.fields?.file ? 'damaged' : 'invalid',
    detail: field?.en ?? error.message,
  }
}

async function bring(deps: BringDeps, { move, row, given }: Bringing): Promise<void> {
  const { db, source, signal } = deps
  const stored = itemOf(row)
  if (isRefused(stored)) throw new Refused(stored.reason, stored.detail)
  const item = stored.page === null ? stored : await source.read(stored, signal)
  if (isRefused(item)) throw new Refused(item.reason, item.detail)
  const { collection, kind } = await targetOf(db.read, move, { row, item })
  const staged = await stageFiles(deps, { collection, item, given })
  try {
    const text = textOf(item, staged)
    if (staged.files.length === 0 && text.body === '' && staged.missing) {
      throw new Refused(staged.missing.reason, staged.missing.name)
    }
    const isDraft =
      move.data.choice?.as === 'draft' ||
      item.isDraft ||
      (item.day === null && collection !== 'pages')
    const fields = fieldsOf(item, { ...text, kind, collection, isDraft })
    const [first] = staged.files
    if (
      await isPresent(db.read, {
        collection,
        title: fields.title,
        day: item.day,
        file: first?.name,
      })
    ) {
      throw new Refused('present')
    }
    const leftOut = [...item.leftOut, ...staged.leftOut, ...text.leftOut]
    const context = { row, item, collection, leftOut, kept: staged.kept, isDraft }
    await createEntry(deps, {
      collection,
      fields,
      files: staged.files,
      runOnce: writeWith(db, context),
      writer: { ...PUBLISHER, by: move.data.by },
      ...(!isDraft && { enteredAt: enteredAt(item, deps.clock()) }),
      isRecorded: given !== undefined,
    })
  } finally {
    for (const file of staged.files) await file.discard()
  }
}

/** Returns the collection and kind that were chosen for the category of an item. */
async function targetOf(
  read: EntityManager,
  { data: { choice } }: MoveInRow,
  { row, item }: { row: MoveInItemRow; item: SourceItem },
): Promise<{ collection: MovedCollection; kind: string | null }> {
  const chosen = choice?.kinds.find(
    ({ category, collection }) => category === row.category && collection === row.collection,
  )
  const collection = chosen?.to ?? row.collection
  const named = item.properties?.kind
  if (typeof named !== 'string') return { collection, kind: chosen?.kind ?? null }
  const kinds: readonly Kind[] = hasKinds(collection)
    ? kindsOf(collection, await getSettings(read))
    : []
  const found = kinds.find(({ id, name }) => id === named || name === named)
  return { collection, kind: found?.id ?? named }
}

interface StagedFiles {
  files: StagedFile[]
  /** The files of the source that these are, in order. */
  kept: SourceFile[]
  leftOut: LeftOut[]
  /** The first file that cannot be had. */
  missing: { name: string; reason: RefusalReason } | undefined
}

/** Brings the files of an item into the staging folder. Those that cannot be had are named. */
async function stageFiles(
  deps: BringDeps,
  {
    collection,
    item,
    given,
  }: { collection: MovedCollection; item: SourceItem; given: StagedFile | undefined },
): Promise<StagedFiles> {
  const { accepts, maxFiles }: CollectionRow = collections[collection]
  const staged: StagedFiles = { files: [], kept: [], leftOut: [], missing: undefined }
  let replacement = given
  for (const file of item.files) {
    const isBeyond = staged.files.length >= maxFiles
    const found = isBeyond ? { reason: 'too-many' as const } : await stageFile(deps, file, accepts)
    if ('path' in found) staged.files.push(found)
    else if (replacement) {
      staged.files.push(replacement)
      replacement = undefined
    } else {
      staged.missing ??= { name: file.name, reason: found.reason }
      staged.leftOut.push({ what: 'file', name: file.key })
      continue
    }
    staged.kept.push(file)
  }
  if (replacement) staged.files.push(replacement)
  return staged
}

async function stageFile(
  { source, folder, signal, maxBytes }: BringDeps,
  file: SourceFile,
  accepts: CollectionRow['accepts'],
): Promise<StagedFile | { reason: RefusalReason }> {
  const target = path.join(folder.staging, newFileStem())
  const discard = () => fs.rm(target, { force: true })
  try {
    const got = await source.file(file, target, signal)
    const failure = 'reason' in got ? got : got.size > maxBytes ? TOO_LARGE : null
    if (failure || 'reason' in got) {
      await discard()
      return failure ?? TOO_LARGE
    }
    const staged = { path: target, name: path.basename(file.name), size: got.size, discard }
    await detectFileType(staged, accepts)
    return staged
  } catch (error) {
    await discard()
    return refusalOf(error)
  }
}

const TOO_LARGE = { reason: 'too-large' as const }

/** Room for the title that was cut off. */
const LONGEST_TITLE = 200

interface Text {
  title: string
  body: string
  leftOut: LeftOut[]
}

/** Returns title and text as they fit, with the pictures that are there. */
function textOf({ title, body, files }: SourceItem, { kept }: StagedFiles): Text {
  const before = files.map(({ key }) => key)
  const after = kept.map(({ key }) => key)
  const shown = renumberPictures(body, before, after).trim()
  const isLong = title.length > LONGEST_TITLE
  const whole = isLong ? `${title}\n\n${shown}`.trim() : shown
  const cut = whole.length > MAX_BODY_LENGTH ? whole.slice(0, MAX_BODY_LENGTH - 1) : whole
  const end =
    cut === whole ? whole : cut.slice(0, Math.max(cut.lastIndexOf('\n'), MAX_BODY_LENGTH / 2))
  return {
    title: isLong ? `${title.slice(0, LONGEST_TITLE).replace(/\s+\S*$/, '')}…` : title,
    body: end.trim(),
    leftOut:
      cut === whole ? [] : [{ what: 'text', name: whole.slice(end.length, end.length + 80) }],
  }
}

/** Drafts of people may be without a title; what is brought has one. */
const BroughtEntry = NewEntryOrVideo.extend({ title: Title })

/** @throws Refused `no-title`, `invalid` */
function fieldsOf(
  { title: written, day, at, properties = {} }: SourceItem,
  {
    title,
    body,
    kind,
    collection,
    isDraft,
  }: Pick<Text, 'title' | 'body'> & {
    kind: string | null
    collection: MovedCollection
    isDraft: boolean
  },
): z.output<typeof BroughtEntry> {
  if (written.trim() === '') throw new Refused('no-title')
  const { takesBody, datesRequired }: CollectionRow = collections[collection]
  const parsed = BroughtEntry.safeParse({
    ...properties,
    ...{ title, kind },
    ...(takesBody && body && { body }),
    ...(day && { date: at ?? day }),
    ...(datesRequired && day && { startsOn: day }),
    ...(isDraft && { status: 'draft' }),
  })
  if (parsed.success) return parsed.data
  const [reason] = Object.values(fieldTexts(parsed.error)).map(({ en }) => en)
  throw new Refused('invalid', reason)
}

/** Entered on its day, so that it is not among the latest entries of the front page. */
function enteredAt({ day, at }: SourceItem, now: Date): Date {
  const time = at ? Date.parse(at) : day ? startOfDay(day).getTime() : now.getTime()
  return new Date(Math.min(time, now.getTime()))
}

const Created = z.looseObject({ _id: z.string() })

interface WriteContext {
  row: MoveInItemRow
  item: SourceItem
  collection: MovedCollection
  leftOut: LeftOut[]
  kept: readonly SourceFile[]
  isDraft: boolean
}

/** Writes an entry at most once for an item, with the outcome of the item. */
function writeWith(
  db: Database,
  { row, item, leftOut, kept, isDraft, collection }: WriteContext,
): IdempotentWrite {
  const { moveIn, n, outcome } = row
  return (work, { isPrivate = false } = {}) =>
    (isPrivate ? db.writePrivate : db.write)(async (tx) => {
      const present = await tx.findOneBy(MoveInItemRow, { moveIn, n })
      if (present?.outcome !== outcome) throw new Decided()
      const result = await work(tx)
      const { _id: entryId } = Created.parse(result)
      await tx.update(
        MoveInItemRow,
        { moveIn, n },
        {
          outcome: isDraft ? 'draft' : 'published',
          reason: null,
          entryId,
          collection,
          leftOut: leftOut.length > 0 ? leftOut : null,
          item: { ...item, body: '' },
          detail: null,
        },
      )
      await addOldAddresses(tx, { moveIn, entryId, item, kept })
      return { result, replayed: false }
    })
}
