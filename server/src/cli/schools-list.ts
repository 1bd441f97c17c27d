import fs from 'node:fs/promises'
import { csvFile } from '@bidyaloy/shared/lib/csv'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type { Config } from '../config.ts'
import { dataFolderAt } from '../data-folder.ts'
import type { Cluster } from '../engines/postgres/cluster.ts'
import { configOfSchool } from '../engines/schools/school-config.ts'
import { storeMeasurement } from '../engines/schools/school-quota.ts'
import { measureFiles, type SchoolState } from '../engines/schools/school-states.ts'
import { isAwayFailed } from '../features/backup/away-work.ts'
import { findLastBackup } from '../features/overview/overview-queries.ts'
import { openFileLists } from '../find-files.ts'
import type { FileStore } from '../storage/file-store.ts'
import { compareFiles, referencedFiles } from '../storage/referenced-files.ts'
import { inMegabytes } from './schools-settings.ts'

/** Age above which the last maintenance or backup of a school needs a look, in milliseconds. */
const OVERDUE_MS = 2 * DAY_MS

/** A school as `schools list` shows it. */
export interface ListedSchool
  extends Pick<
    SchoolState,
    | 'name'
    | 'host'
    | 'furtherHosts'
    | 'entries'
    | 'files'
    | 'bytes'
    | 'quota'
    | 'used'
    | 'lastWrite'
    | 'lastSignIn'
    | 'hasWork'
  > {
  suspended: boolean
  /** ISO time. */
  lastBackup: string | null
  /** `ok`, or what is wrong. */
  health: string
}

/** Share of the quota from which it is told. */
const NEARLY_FULL = 0.8

/**
 * Describes a school from its rows: files and backups as of its last maintenance.
 * @param measure whether to list its files now instead, which the server then knows too
 * @throws StorageUnavailable if so
 */
export async function describeSchool(
  { cluster, config, measure }: { cluster: Cluster; config: Config; measure: boolean },
  state: SchoolState,
): Promise<ListedSchool> {
  const measured = measure ? await measureSchool({ cluster, config }, state) : undefined
  const { name, host, furtherHosts, entries, lastWrite, lastSignIn, hasWork, quota } = state
  const { files, bytes, missing } = measured ?? state
  const used = measured?.bytes ?? state.used
  const lastBackup = measured ? measured.backedUpAt : (state.backedUpAt?.toISOString() ?? null)
  const suspended = state.suspendedAt !== null
  const faults = [
    suspended && 'suspended',
    !isRecent(state.maintainedAt?.toISOString()) && 'not maintained',
    config.backupAt !== null && !isRecent(lastBackup) && 'no recent backup',
    state.backupFailed && 'the nightly backup failed',
    isAwayFailed(state.away, new Date()) && 'copies of its backups fail',
    state.untold > 0 && `${state.untold} announcements failed`,
    missing !== null && missing > 0 && `${missing} missing files`,
    quota !== null &&
      used >= quota * NEARLY_FULL &&
      `${Math.floor((used / quota) * 100)} % of its quota`,
  ].filter((fault) => typeof fault === 'string')
  const health = host === null ? 'incomplete' : faults.join(', ') || 'ok'
  return {
    ...{ name, host, furtherHosts, suspended, entries, files, bytes, quota, used },
    ...{ lastBackup, lastWrite, lastSignIn, hasWork, health },
  }
}

/** Lists the files of a school, and stores what was found. @throws StorageUnavailable */
async function measureSchool(
  { cluster, config }: { cluster: Cluster; config: Config },
  state: SchoolState,
) {
  const lists = await listsOf(config, state)
  return storeMeasurement(cluster.pool, state.name, async () => ({
    ...(await measureFiles(lists)),
    backedUpAt: (await findLastBackup(lists, new Date()))?.at ?? null,
    missing: await countMissing(cluster, state.name, lists),
  }))
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

const HEADINGS = [
  'school',
  'host',
  'entries',
  'files',
  'MB',
  'quota MB',
  'last backup',
  'last write',
  'last sign-in',
  'health',
] as const

const cellsOf = ({ name, host, entries, files, bytes, quota, ...row }: ListedSchool): string[] => [
  name,
  host ?? '-',
  String(entries),
  String(files ?? '-'),
  quota === null ? (bytes === null ? '-' : inMegabytes(bytes)) : inMegabytes(row.used),
  quota === null ? '-' : inMegabytes(quota),
  row.lastBackup ?? 'none',
  row.lastWrite ?? 'none',
  row.lastSignIn ?? 'none',
  row.health,
]

/** Returns the schools as CSV, with their further hosts. */
export function asCsv(schools: readonly ListedSchool[]): string {
  return csvFile([
    [...HEADINGS, 'further hosts'],
    ...schools.map((school) => [
      ...cellsOf(school).map((cell) => (cell === '-' ? '' : cell)),
      school.furtherHosts.join(' '),
    ]),
  ])
}

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
