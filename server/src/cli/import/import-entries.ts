import fs from 'node:fs/promises'
import path from 'node:path'
import { fieldTexts } from '@bidyaloy/shared/api/issue-text'
import { Problem } from '@bidyaloy/shared/api/problem'
import { NewEntryOrVideo, Title } from '@bidyaloy/shared/collections/entry'
import { hasKinds, type Kind, kindsOf } from '@bidyaloy/shared/collections/kinds'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { dhakaTime, startOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import type { Clock } from '../../clock.ts'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { EntryRow } from '../../db/entities.ts'
import { PUBLISHER } from '../../features/collections/approval.ts'
import { createEntry } from '../../features/collections/entry-commands.ts'
import { changedProperties, NO_PROPERTIES } from '../../features/collections/entry-properties.ts'
import { assertValidContent } from '../../features/collections/entry-state.ts'
import { getSettings } from '../../features/settings/settings-commands.ts'
import { createRunOnce } from '../../http/idempotency.ts'
import type { StagedFile } from '../../http/multipart-upload.ts'
import { newFileStem } from '../../ids.ts'
import { detectFileType } from '../../storage/detect-file-type.ts'
import { rememberedName } from '../../storage/file-names.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ImportRow, SourceRow } from './import-source.ts'

interface ImportDeps {
  db: Database
  storage: Storage
  folder: DataFolder
  clock: Clock
  /** Largest file, in bytes. */
  maxBytes: number
}

interface ImportOptions {
  collection: CollectionName
  /** Username of the publisher; undefined to write nothing. */
  by: string | undefined
}

/** Result of a row: `new` would be imported, `there` was imported before. */
export interface ImportedRow {
  where: string
  outcome: 'new' | 'imported' | 'there' | 'refused'
  title?: string
  /** `YYYY-MM-DD`. */
  date?: string
  reason?: string
}

/**
 * Imports rows like uploads, or only checks them. A rejected row does not affect the others. Entries
 * that exist already, also in the trash, are skipped.
 */
export async function importEntries(
  deps: ImportDeps,
  rows: readonly SourceRow[],
  options: ImportOptions,
): Promise<ImportedRow[]> {
  const { collection } = options
  const known = await knownEntries(deps.db, collection)
  const kinds = hasKinds(collection) ? kindsOf(collection, await getSettings(deps.db.read)) : []
  const results = new Map<SourceRow, ImportedRow>()
  // Oldest first; rows of the same day in the order of the source.
  for (const row of [...rows].sort(byDate)) {
    results.set(row, await importRow(deps, row, { ...options, kinds }, known))
  }
  return rows.flatMap((row) => results.get(row) ?? [])
}

function byDate(a: SourceRow, b: SourceRow): number {
  const [one, other] = [a, b].map((row) => ('date' in row ? row.date : ''))
  return one === other ? 0 : String(one) < String(other) ? -1 : 1
}

/** Drafts are not imported. */
const ImportedEntry = NewEntryOrVideo.extend({ title: Title })

async function importRow(
  deps: ImportDeps,
  row: SourceRow,
  { kinds, ...options }: ImportOptions & { kinds: readonly Kind[] },
  known: Set<string>,
): Promise<ImportedRow> {
  const { where } = row
  if ('reason' in row) return { where, outcome: 'refused', reason: row.reason }
  const { kind } = row.properties
  const named = kinds.find(({ id, name }) => kind === id || kind === name)
  const properties = { ...row.properties, ...(named && { kind: named.id }) }
  const { title, date, text } = row
  const parsed = ImportedEntry.safeParse({
    ...properties,
    title,
    date,
    ...(text && { body: text }),
  })
  const recorded = { where, title: row.title, date: row.date }
  if (!parsed.success) {
    const [reason] = Object.values(fieldTexts(parsed.error)).map(({ en }) => en)
    return { ...recorded, outcome: 'refused', reason: reason ?? 'it is not valid' }
  }
  const fields = parsed.data
  const name = row.file === null ? '' : path.basename(row.file)
  const key = entryKey(fields.title, row.date, name)
  if (known.has(key)) return { ...recorded, outcome: 'there' }
  try {
    await importFields(deps, row, options, fields)
    known.add(key)
    return { ...recorded, outcome: options.by === undefined ? 'new' : 'imported' }
  } catch (error) {
    // Only a full disk and unexpected errors stop the import.
    if (!(error instanceof Problem) || error.code === 'storage_full') throw error
    return { ...recorded, outcome: 'refused', reason: sentenceOf(error) }
  }
}

async function importFields(
  { db, storage, folder, clock, maxBytes }: ImportDeps,
  { file, date }: ImportRow,
  { collection, by }: ImportOptions,
  fields: Parameters<typeof createEntry>[1]['fields'],
): Promise<void> {
  const original = file === null ? null : await describeFile(file)
  if (original && original.size > maxBytes) throw new Problem('too_large')
  if (by === undefined) {
    const files = original ? 1 : 0
    assertValidContent(collection, { body: fields.body ?? '', files, mayBeEmpty: false })
    if (original) await detectFileType(original, collections[collection].accepts)
    await changedProperties(db.read, collection, NO_PROPERTIES, fields, { isDraft: false })
    return
  }
  const staged = original && (await stage(folder, original))
  try {
    const runOnce = createRunOnce(db, clock, null)
    // Entered on its date, so that it is not among the latest entries of the home page.
    const enteredAt = new Date(Math.min(startOfDay(date).getTime(), clock().getTime()))
    const input = {
      collection,
      fields,
      files: staged ? [staged] : [],
      runOnce,
      writer: { ...PUBLISHER, by },
      enteredAt,
    }
    await createEntry({ db, storage, clock }, input)
  } finally {
    await staged?.discard()
  }
}

async function describeFile(file: string): Promise<StagedFile> {
  const { size } = await fs.stat(file)
  return { path: file, name: path.basename(file), size, discard: async () => undefined }
}

async function stage({ staging }: DataFolder, original: StagedFile): Promise<StagedFile> {
  const copy = path.join(staging, newFileStem())
  await fs.copyFile(original.path, copy)
  return { ...original, path: copy, discard: () => fs.rm(copy, { force: true }) }
}

async function knownEntries(db: Database, collection: CollectionName): Promise<Set<string>> {
  const rows = await db.read.find(EntryRow, {
    select: { title: true, date: true, file: true },
    where: { collection },
  })
  return new Set(
    rows.map(({ title, date, file }) => entryKey(title, dhakaTime(date).iso, file?.name ?? '')),
  )
}

function entryKey(title: string, day: string, name: string): string {
  return JSON.stringify([title, day, rememberedName(name)])
}

function sentenceOf({ details, message }: Problem): string {
  const [field] = Object.values(details.fields ?? {})
  return field?.en ?? message
}
