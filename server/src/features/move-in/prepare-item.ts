import fs from 'node:fs/promises'
import path from 'node:path'
import { fieldTexts } from '@bidyaloy/shared/api/issue-text'
import { Problem } from '@bidyaloy/shared/api/problem'
import { MAX_BODY_LENGTH, NewEntryOrVideo, Title } from '@bidyaloy/shared/collections/entry'
import { hasKinds, type Kind, kindsOf } from '@bidyaloy/shared/collections/kinds'
import { type CollectionRow, collections } from '@bidyaloy/shared/collections/registry'
import type { LeftOut } from '@bidyaloy/shared/features/move-in/move-in'
import { proposeKind } from '@bidyaloy/shared/features/move-in/proposals'
import {
  isPassing,
  type MovedCollection,
  type RefusalReason,
} from '@bidyaloy/shared/features/move-in/reasons'
import { startOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import { renumberPictures } from '@bidyaloy/shared/lib/renumber-pictures'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import type { MoveInItemRow, MoveInRow } from '../../db/entities.ts'
import type { StagedFile } from '../../http/multipart-upload.ts'
import { newFileStem } from '../../ids.ts'
import { detectFileType } from '../../storage/detect-file-type.ts'
import { changedProperties, NO_PROPERTIES } from '../collections/entry-properties.ts'
import { assertValidContent } from '../collections/entry-state.ts'
import { getSettings } from '../settings/settings-commands.ts'
import { assertFree } from './free-space.ts'
import { isPresent } from './present-entries.ts'
import {
  isRefused,
  NO_ITEM,
  type RefusedItem,
  type Source,
  type SourceFile,
  type SourceItem,
} from './sources/source.ts'
import { itemOf } from './stored-item.ts'

/* What an item becomes: its entry, with the files in the staging folder. */

export interface PrepareDeps {
  db: Database
  folder: DataFolder
  clock: Clock
  /** Largest file, in bytes. */
  maxBytes: number
  source: Source
  signal: AbortSignal
}

/** Why an item cannot be brought. */
export class Refused extends Error {
  constructor(
    readonly reason: RefusalReason,
    readonly detail?: string,
  ) {
    super(reason)
  }
}

/** A file was not sent: the item is tried again after all others, before it comes without that file. */
export class PutOff extends Refused {}

export interface Bringing {
  move: MoveInRow
  row: MoveInItemRow
  /** A file that a person gives for one that cannot be had. */
  given?: StagedFile
  /** Keys of pictures that turned out to be damaged. */
  damaged?: ReadonlySet<string>
}

/** Returns the reason in an error. @throws the error if the item may be brought later */
export function refusalOf(error: unknown): { reason: RefusalReason; detail?: string | undefined } {
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
    detail: field?.bn,
  }
}

/** An entry that can be created. */
export interface PreparedItem {
  item: SourceItem
  collection: MovedCollection
  fields: z.output<typeof BroughtEntry>
  files: readonly StagedFile[]
  /** The files of the source that these are, in order. */
  kept: readonly SourceFile[]
  leftOut: LeftOut[]
  isDraft: boolean
}

/**
 * Reads an item with its files, and gives what it becomes to `use`. The files that it stages end with it.
 * @throws Refused, and errors of `refusalOf`
 */
export async function withPrepared<T>(
  deps: PrepareDeps,
  { move, row, given, damaged }: Bringing,
  use: (prepared: PreparedItem) => Promise<T>,
): Promise<T> {
  const { db, source, signal } = deps
  const stored = itemOf(row)
  const read =
    isRefused(stored) || stored.page === null ? stored : await source.read(stored, signal)
  if (isRefused(read) && !given) throw new Refused(read.reason, read.detail)
  const item = isRefused(read) ? itemOfFile(read, row) : read
  const { collection, kind } = await targetOf(db.read, move, { row, item })
  const staged = await stageFiles(deps, { collection, item, given, damaged })
  try {
    const text = textOf(item, staged)
    const { missing } = staged
    if (missing && staged.files.length === 0 && text.body === '') {
      throw new Refused(missing.reason, missing.name)
    }
    const isFirstTry = row.outcome === 'waiting' && row.reason === null
    if (missing && isFirstTry && isPassing(missing.reason)) {
      throw new PutOff(missing.reason, missing.name)
    }
    const isUndated = item.day === null && collection !== 'pages'
    const isDraft = move.data.choice?.as === 'draft' || item.isDraft || isUndated
    const fields = fieldsOf(item, { ...text, kind, collection, isDraft })
    const [first] = staged.files
    const known = { collection, title: fields.title, day: item.day, file: first?.name }
    const own = { body: fields.body ?? '', moveIn: row.moveIn }
    if (await isPresent(db.read, { ...known, ...own })) throw new Refused('present')
    const leftOut = [...item.leftOut, ...staged.leftOut, ...text.leftOut]
    const { files, kept } = staged
    return await use({ item, collection, fields, files, kept, leftOut, isDraft })
  } finally {
    // The given one is that of the request, and may be tried again.
    for (const file of staged.files) if (file !== given) await file.discard()
  }
}

/** Returns the item that a given file makes of a refused one, of which no more than the title is known. */
function itemOfFile({ key, title }: RefusedItem, { collection }: MoveInItemRow): SourceItem {
  return { ...NO_ITEM, key, title, proposed: collection, isDraft: true }
}

/** Checks what would become of an item, without storing anything. @returns why it cannot be brought, or null */
export async function checkItem(
  deps: PrepareDeps,
  bringing: Bringing,
): Promise<{ reason: RefusalReason; detail?: string | undefined } | null> {
  try {
    await withPrepared(deps, bringing, async ({ collection, fields, files, isDraft }) => {
      const content = { body: fields.body ?? '', files: files.length, mayBeEmpty: isDraft }
      assertValidContent(collection, content)
      await changedProperties(deps.db.read, collection, NO_PROPERTIES, fields, { isDraft })
    })
    return null
  } catch (error) {
    return refusalOf(error)
  }
}

/** Returns the collection and kind that were chosen for the category of an item, or else that its title speaks of. */
async function targetOf(
  read: EntityManager,
  { data: { choice } }: MoveInRow,
  { row, item }: { row: MoveInItemRow; item: SourceItem },
): Promise<{ collection: MovedCollection; kind: string | null }> {
  const chosen = choice?.kinds.find(
    ({ category, collection }) => category === row.category && collection === row.collection,
  )
  const collection = chosen?.to ?? row.collection
  const kinds: readonly Kind[] = hasKinds(collection)
    ? kindsOf(collection, await getSettings(read))
    : []
  const named = item.properties?.kind
  if (typeof named !== 'string') {
    const ofCategory = proposeKind(row.category, kinds)
    if (chosen?.kind || (chosen && ofCategory)) return { collection, kind: chosen.kind }
    return { collection, kind: ofCategory ?? proposeKind(item.title, kinds) }
  }
  const found = kinds.find(({ id, name }) => id === named || name === named)
  return { collection, kind: found?.id ?? named }
}

interface StagedFiles {
  files: StagedFile[]
  /** The files of the source that these are, in order. */
  kept: SourceFile[]
  leftOut: LeftOut[]
  /** The first file that cannot be had, or else the first that may be had later. */
  missing: { name: string; reason: RefusalReason } | undefined
}

/** Brings the files of an item into the staging folder. Those that cannot be had are named. */
async function stageFiles(
  deps: PrepareDeps,
  {
    collection,
    item,
    given,
    damaged,
  }: {
    collection: MovedCollection
    item: SourceItem
    given: StagedFile | undefined
    damaged: Bringing['damaged'] | undefined
  },
): Promise<StagedFiles> {
  const { accepts, maxFiles }: CollectionRow = collections[collection]
  const staged: StagedFiles = { files: [], kept: [], leftOut: [], missing: undefined }
  let replacement = given
  for (const file of item.files) {
    const isBeyond = staged.files.length >= maxFiles
    const reason: RefusalReason | null = damaged?.has(file.key)
      ? 'damaged'
      : isBeyond
        ? 'too-many'
        : null
    const found = reason ? { reason } : await stageFile(deps, file, accepts)
    if ('path' in found) staged.files.push({ ...found, name: freeName(found.name, staged.files) })
    else if (replacement) {
      staged.files.push(replacement)
      replacement = undefined
    } else {
      if (!staged.missing || (isPassing(found.reason) && !isPassing(staged.missing.reason))) {
        staged.missing = { name: file.name, reason: found.reason }
      }
      staged.leftOut.push({ what: 'file', name: file.key })
      continue
    }
    staged.kept.push(file)
  }
  if (replacement) staged.files.push(replacement)
  return staged
}

/** Two files of one name are told apart, so that a failure names one of them. */
function freeName(name: string, taken: readonly StagedFile[]): string {
  const isTaken = (wanted: string) => taken.some((file) => file.name === wanted)
  const { name: stem, ext } = path.parse(name)
  let free = name
  for (let n = 2; isTaken(free); n += 1) free = `${stem} (${n})${ext}`
  return free
}

async function stageFile(
  { source, folder, signal, maxBytes }: PrepareDeps,
  file: SourceFile,
  accepts: CollectionRow['accepts'],
): Promise<StagedFile | { reason: RefusalReason }> {
  await assertFree(folder.staging, file.size)
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
    await detectFileType(staged, accepts, folder)
    return staged
  } catch (error) {
    await discard()
    return refusalOf(error)
  }
}

const TOO_LARGE = { reason: 'too-large' as const }

interface Text {
  body: string
  leftOut: LeftOut[]
}

/** Returns the text as it fits, with the pictures that are there. */
function textOf({ body, files }: SourceItem, { kept }: StagedFiles): Text {
  const before = files.map(({ key }) => key)
  const after = kept.map(({ key }) => key)
  const whole = renumberPictures(body, before, after).trim()
  const cut = whole.length > MAX_BODY_LENGTH ? whole.slice(0, MAX_BODY_LENGTH - 1) : whole
  const end =
    cut === whole ? whole : cut.slice(0, Math.max(cut.lastIndexOf('\n'), MAX_BODY_LENGTH / 2))
  return {
    body: end.trim(),
    leftOut:
      cut === whole ? [] : [{ what: 'text', name: whole.slice(end.length, end.length + 80) }],
  }
}

/** Drafts of people may be without a title; what is brought has one. */
const BroughtEntry = NewEntryOrVideo.extend({ title: Title })

/** @throws Refused `no-title`, `invalid` */
function fieldsOf(
  { title, day, at, properties = {} }: SourceItem,
  {
    body,
    kind,
    collection,
    isDraft,
  }: Pick<Text, 'body'> & {
    kind: string | null
    collection: MovedCollection
    isDraft: boolean
  },
): z.output<typeof BroughtEntry> {
  if (title.trim() === '') throw new Refused('no-title')
  const { takesBody, datesRequired }: CollectionRow = collections[collection]
  const parsed = BroughtEntry.safeParse({
    ...properties,
    ...{ title, kind },
    ...(takesBody && body && { body }),
    ...(day && { date: at ?? day }),
    ...(datesRequired && { startsOn: properties.startsOn ?? day ?? undefined }),
    ...(isDraft && { status: 'draft' }),
  })
  if (parsed.success) return parsed.data
  const [reason] = Object.values(fieldTexts(parsed.error)).map(({ en }) => en)
  throw new Refused('invalid', reason)
}

/** Entered on its day, so that it is not among the latest entries of the front page. */
export function enteredAt({ day, at }: SourceItem, now: Date): Date {
  const time = at ? Date.parse(at) : day ? startOfDay(day).getTime() : now.getTime()
  return new Date(Math.min(time, now.getTime()))
}
