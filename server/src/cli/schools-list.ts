import fs from 'node:fs/promises'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import * as z from 'zod'
import type { Config } from '../config.ts'
import { dataFolderAt } from '../data-folder.ts'
import type { Cluster } from '../engines/postgres/cluster.ts'
import { configOfSchool } from '../engines/schools/school-config.ts'
import { measureFiles, type SchoolState } from '../engines/schools/school-states.ts'
import { findLastBackup } from '../features/overview/overview-queries.ts'
import { openFileLists } from '../find-files.ts'
import type { FileStore } from '../storage/file-store.ts'
import { compareFiles, referencedFiles } from '../storage/referenced-files.ts'

/** Age above which the last maintenance or backup of a school needs a look, in milliseconds. */
const OVERDUE_MS = 2 * DAY_MS

/** A school as `schools list` shows it. */
export interface ListedSchool
  extends Pick<
    SchoolState,
    'name' | 'host' | 'entries' | 'files' | 'bytes' | 'lastWrite' | 'hasWork'
  > {
  /** ISO time. */
  lastBackup: string | null
  /** `ok`, or what is wrong. */
  health: string
}

/**
 * Describes a school from its rows: files and backups as of its last maintenance.
 * @param measure whether to list its files now instead @throws StorageUnavailable if so
 */
export async function describeSchool(
  { cluster, config, measure }: { cluster: Cluster; config: Config; measure: boolean },
  state: SchoolState,
): Promise<ListedSchool> {
  const { name, host, entries, lastWrite, hasWork } = state
  const lists = measure ? await listsOf(config, state) : undefined
  const measured = lists && {
    ...(await measureFiles(lists)),
    backedUpAt: (await findLastBackup(lists))?.at ?? null,
    missing: await countMissing(cluster, name, lists),
  }
  const { files, bytes } = measured ?? state
  const lastBackup = measured ? measured.backedUpAt : (state.backedUpAt?.toISOString() ?? null)
  const faults = [
    !isRecent(state.maintainedAt?.toISOString()) && 'not maintained',
    config.backupAt !== null && !isRecent(lastBackup) && 'no recent backup',
    ...(await faultsInRows(cluster, name)),
    measured && measured.missing > 0 && `${measured.missing} missing files`,
  ].filter((fault) => typeof fault === 'string')
  const health = host === null ? 'incomplete' : faults.join(', ') || 'ok'
  return { name, host, entries, files, bytes, lastBackup, lastWrite, hasWork, health }
}

function isRecent(at: string | null | undefined): boolean {
  return typeof at === 'string' && Date.now() - Date.parse(at) < OVERDUE_MS
}

/**
 * Opens the lists of a school's files; creates nothing.
 * @throws Error with a one-line message if its folder is on another machine
 */
async function listsOf(config: Config, state: SchoolState) {
  const own = configOfSchool(config, state)
  if (!config.bucket && !(await fs.stat(own.dataDir).catch(() => null))) {
    throw new Error(`${own.dataDir}: no such folder. --measure works on the server's machine only.`)
  }
  return openFileLists({ config: own, folder: dataFolderAt(own.dataDir), school: state.name })
}

async function countMissing(
  cluster: Cluster,
  school: string,
  lists: Pick<FileStore, 'names'>,
): Promise<number> {
  const { openSource } = await import('../engines/postgres/postgres-database.ts')
  const source = await openSource(cluster, school)
  try {
    return (await compareFiles(lists, await referencedFiles(source.manager))).missing.length
  } finally {
    await source.destroy()
  }
}

const Faults = z.array(z.object({ backupFailed: z.boolean(), untold: z.number() }))

/** Failures that the server has stored: of the nightly backup, and of announcements to repeat. */
const FAULTS = `SELECT
  EXISTS (SELECT FROM backup_task WHERE state::json ->> 'nightlyFailedAt' IS NOT NULL) AS "backupFailed",
  (SELECT count(*) FROM told WHERE at IS NOT NULL AND attempts > 0) AS untold`

async function faultsInRows(cluster: Cluster, school: string): Promise<string[]> {
  const client = await cluster.connect(school)
  try {
    const [found] = Faults.parse((await client.query(FAULTS)).rows)
    return [
      ...(found?.backupFailed ? ['the nightly backup failed'] : []),
      ...(found && found.untold > 0 ? [`${found.untold} announcements failed`] : []),
    ]
  } finally {
    client.release()
  }
}

const HEADINGS = [
  'school',
  'host',
  'entries',
  'files',
  'MB',
  'last backup',
  'last write',
  'health',
] as const

const cellsOf = ({ name, host, entries, files, bytes, ...row }: ListedSchool): string[] => [
  name,
  host ?? '-',
  String(entries),
  String(files ?? '-'),
  bytes === null ? '-' : (bytes / 1024 / 1024).toFixed(1),
  row.lastBackup ?? 'none',
  row.lastWrite ?? 'none',
  row.health,
]

/** Returns a table with headings, its columns as wide as their widest cell. */
export function asTable(schools: readonly ListedSchool[]): string {
  if (schools.length === 0) return 'There is no school yet: npm run admin -- schools add'
  const lines = [[...HEADINGS], ...schools.map(cellsOf)]
  const widths = HEADINGS.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const padded = lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return padded.join('\n')
}
