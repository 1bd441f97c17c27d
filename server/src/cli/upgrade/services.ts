import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import type { Config } from '../../config.ts'
import { localUrl } from '../doctor/machine.ts'
import { run } from './run-program.ts'

/** The processes of an installation, one after the other in the order of a rolling restart. */
export interface Services {
  reload(): Promise<void>
  stopAll(): Promise<void>
  /**
   * Restarts each process that does not answer as this version, each after the one before is ready.
   * @returns whether there was one
   * @throws Error with a one-line message if one does not get ready in time
   */
  restartAs(version: string, limitMs: number): Promise<boolean>
  /** Where the operator reads why one did not start. */
  log: string
}

interface Unit {
  name: string
  url: string
}

/** A process that has ended so often after its start does not become ready. */
const MAX_CRASHES = 3
const ASK_MS = 250
const ASK_CRASHES_MS = 1000
/** Time between two lines that tell of waiting. */
const TELL_MS = 10_000

interface FindOptions {
  /** `systemctl`, or a program that understands its words. */
  systemctl: string
  config: Pick<Config, 'host' | 'port'>
  say(line: string): void
}

/** Finds the processes: `bidyaloy`, or `bidyaloy@<port>` of several. */
export async function findServices({ systemctl, config, say }: FindOptions): Promise<Services> {
  const call = (...words: string[]) => run(systemctl, words)
  const listed = await call(
    ...['list-units', '--all', '--plain', '--no-legend', '--state=loaded'],
    ...['bidyaloy.service', 'bidyaloy@*.service'],
  ).catch(() => '')
  const names = [...listed.matchAll(/^\s*(bidyaloy(@\d+)?)\.service\s+loaded\s+(\S+)/gm)]
    // An attempt that was interrupted may have stopped those of several.
    .filter(([, , port, state]) => port !== undefined || state !== 'inactive')
    .map(([, name = '']) => name)
  const units = (names.length > 0 ? names.sort() : ['bidyaloy']).map((name): Unit => {
    const [, port = config.port] = name.split('@')
    return { name, url: `${localUrl({ ...config, port: Number(port) })}/readyz` }
  })
  const crashesOf = async ({ name }: Unit) =>
    Number(await call('show', '--property=NRestarts', '--value', name).catch(() => 0))
  return {
    log: `journalctl -u '${names.length > 1 ? 'bidyaloy@*' : units[0]?.name}' -n 50`,
    reload: async () => void (await call('daemon-reload')),
    async stopAll() {
      for (const { name } of units) await call('stop', name)
    },
    async restartAs(version, limitMs) {
      let isRestarted = false
      for (const unit of units) {
        if ((await answerOf(unit)) === version) continue
        isRestarted = true
        say(`Restarting ${unit.name} …`)
        const begun = performance.now()
        await call('restart', unit.name)
        // The count may go on from before.
        const before = await crashesOf(unit)
        const crashes = async () => (await crashesOf(unit)) - before
        await waitUntilReady(unit, { version, limitMs, crashes, say })
        say(`${unit.name} is ready after ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
      }
      return isRestarted
    },
  }
}

async function waitUntilReady(
  unit: Unit,
  {
    version,
    limitMs,
    say,
    crashes,
  }: Pick<FindOptions, 'say'> & {
    version: string
    limitMs: number
    crashes(): Promise<number>
  },
): Promise<void> {
  const begun = performance.now()
  let told = begun
  let counted = begun
  for (;;) {
    const answer = await answerOf(unit)
    if (answer === version) return
    const now = performance.now()
    if (now - begun > limitMs) {
      const state = answer === undefined ? 'does not answer' : `answers as ${answer ?? 'not ready'}`
      throw new Error(`${unit.name} ${state} at ${unit.url} after ${Math.round(limitMs / 1000)} s`)
    }
    if (now - told > TELL_MS) {
      told = now
      say(`… waiting for ${unit.name} since ${Math.round((now - begun) / 1000)} s`)
    }
    if (now - counted > ASK_CRASHES_MS) {
      counted = now
      if ((await crashes()) >= MAX_CRASHES) throw new Error(`${unit.name} ends after each start`)
    }
    await wait(ASK_MS)
  }
}

const Ready = z.object({ status: z.literal('ok'), version: z.string() })

/** Returns the version that is ready; null if one answers that is not, undefined without an answer. */
async function answerOf({ url }: Unit): Promise<string | null | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
    const body = Ready.safeParse(await response.json())
    return response.ok && body.success ? body.data.version : null
  } catch {
    return undefined
  }
}
