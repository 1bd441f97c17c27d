import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { dataFolderAt } from '../../src/data-folder.ts'
import { createFolderStore } from '../../src/engines/disk/folder-store.ts'
import {
  compareFiles,
  type Differences,
  referencedFilesOf,
} from '../../src/storage/referenced-files.ts'
import {
  type BuiltServer,
  type BuiltServerOptions,
  endBuiltServer,
  startBuiltServer,
} from '../../src/test/built-server.ts'
import { type SeededRandom, seededRandom } from '../../src/test/seeded-random.ts'

/** Seed and length of a run. */
interface Pace {
  seed: string
  /** Number of rounds; each scenario has a default. */
  rounds: number
  /** Starts no round after this many minutes. */
  minutes?: number
}

/** Empty folder, random numbers and servers that end with the scenario. */
export interface ScenarioContext {
  random: SeededRandom
  /** Empty at first; removed after the scenario. */
  root: string
  dataDir: string
  start(options?: Partial<BuiltServerOptions>): BuiltServer
  /** Whether another round follows after `done` rounds. */
  shouldContinue(done: number): boolean
}

/** A fault, and the checks that must pass in spite of it. */
export interface Scenario {
  name: string
  /** The fault and the promise, in one line. */
  description: string
  /** Rounds at full length. */
  rounds: number
  /** Why it cannot run on this machine; undefined if it can. */
  skipReason?(): string | undefined
  /**
   * Runs it.
   * @returns figures, one a line
   * @throws if a check fails
   */
  run(context: ScenarioContext, pace: Pace): Promise<string[]>
}

/** Runs a scenario in its own temporary folder, then stops its servers and removes the folder. */
export async function runScenario(scenario: Scenario, pace: Pace): Promise<string[]> {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), `bidyaloy-${scenario.name}-`))
  const servers: BuiltServer[] = []
  const dataDir = path.join(root, 'data')
  const began = performance.now()
  const context: ScenarioContext = {
    random: seededRandom(pace.seed),
    root,
    dataDir,
    start(options) {
      const server = startBuiltServer({ dataDir, spawnOptions: { cwd: root }, ...options })
      servers.push(server)
      return server
    },
    shouldContinue: (done) =>
      done < pace.rounds &&
      (pace.minutes === undefined || performance.now() - began < pace.minutes * 60_000),
  }
  try {
    return await scenario.run(context, pace)
  } finally {
    await Promise.all(servers.map(endBuiltServer))
    await fs.rm(root, { recursive: true, force: true })
  }
}

/** @throws with the expectation unless `holds` */
export function assertThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`Does not hold: ${what}`)
}

const SETTLE_TIMEOUT_MS = 60_000
const POLL_MS = 100

/**
 * Checks that records and files match, staging is empty and the database is intact. Waits up to a
 * minute for page previews, which are rendered in the background.
 * @throws if a check fails
 */
export async function assertConsistent(dataDir: string): Promise<void> {
  const staging = path.join(dataDir, 'staging')
  const until = performance.now() + SETTLE_TIMEOUT_MS
  for (;;) {
    const { unreferenced, missing } = await differencesIn(dataDir)
    const left = await fs.readdir(staging)
    if (unreferenced.length + missing.length + left.length === 0) break
    assertThat(
      performance.now() < until,
      `files and records in step; instead ${JSON.stringify({ unreferenced, missing, staging: left })}`,
    )
    await wait(POLL_MS)
  }
  const database = new Sqlite(path.join(dataDir, 'bidyaloy.sqlite'), { readonly: true })
  try {
    const integrity = database.pragma('integrity_check', { simple: true })
    assertThat(integrity === 'ok', `an intact database; instead ${String(integrity)}`)
    const dangling = database.pragma('foreign_key_check')
    assertThat(Array.isArray(dangling) && dangling.length === 0, 'no dangling references')
  } finally {
    database.close()
  }
}

function differencesIn(dataDir: string): Promise<Differences> {
  const folder = dataFolderAt(dataDir)
  const database = new Sqlite(folder.databaseFile, { readonly: true })
  try {
    return compareFiles(createFolderStore(folder), referencedFilesOf(database))
  } finally {
    database.close()
  }
}
