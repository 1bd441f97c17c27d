import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDataFolder } from '../../data-folder.ts'
import { clearRestore, finishInterruptedRestore, replaceData, undoReplace } from './replace-data.ts'

const CHILD = fileURLToPath(new URL('./replace-data-child.ts', import.meta.url))

let root: string
beforeEach(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-swap-'))
})
afterEach(() => fs.rm(root, { recursive: true, force: true }))

/** Creates a data folder and the new data that is to replace it. */
async function twoStates() {
  await fs.rm(root, { recursive: true, force: true })
  const folder = await openDataFolder(root)
  const ready = path.join(folder.restore, 'new')
  for (const [place, text] of [
    [root, 'old'],
    [ready, 'new'],
  ] as const) {
    for (const name of ['uploads/a', 'gallery-uploads/b', 'bidyaloy.sqlite']) {
      await fs.mkdir(path.dirname(path.join(place, name)), { recursive: true })
      await fs.writeFile(path.join(place, name), text)
    }
  }
  // A database that was not closed.
  await fs.writeFile(path.join(root, 'bidyaloy.sqlite-wal'), 'old')
  return folder
}

/** Returns the texts of the files after a start; one text if all are of the same state. */
async function stateAfterStart(): Promise<string> {
  const folder = await openDataFolder(root)
  // The lock of a process ends with it.
  await fs.rm(folder.backupLock, { force: true })
  await finishInterruptedRestore(folder)
  const texts = new Set<string>()
  for (const name of ['uploads/a', 'gallery-uploads/b', 'bidyaloy.sqlite']) {
    texts.add(await fs.readFile(path.join(root, name), 'utf8'))
  }
  const wal = await fs.readFile(path.join(root, 'bidyaloy.sqlite-wal'), 'utf8').catch(() => null)
  if (wal !== null) texts.add(wal)
  await expect(fs.stat(folder.restore)).rejects.toThrow()
  return [...texts].join(' and ')
}

const CALLS = ['rename', 'rm', 'rmdir', 'writeFile', 'mkdir'] as const

/**
 * Runs work, and does not begin its changing file system calls from this one on: the first blocks forever,
 * as a power cut would, or they fail, as those of a full disk do.
 * @returns whether the work ended before
 */
async function until(
  step: number,
  work: () => Promise<unknown>,
  failing: 'none' | 'one' | 'all' = 'none',
): Promise<boolean> {
  const calls = CALLS.map((name) => [name, fs[name]] as const)
  let count = 0
  const halted = new Promise<boolean>((resolve) => {
    for (const [name, call] of calls) {
      const counted = (...words: never[]) => {
        const isReached = failing === 'one' ? count === step : count >= step
        count += 1
        if (!isReached) return (call as (...words: never[]) => unknown)(...words)
        if (failing !== 'none') return Promise.reject(new Error('No space left'))
        resolve(false)
        return new Promise(() => undefined)
      }
      Object.assign(fs, { [name]: counted })
    }
  })
  const ended = work().then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([ended, halted])
  } finally {
    Object.assign(fs, Object.fromEntries(calls))
  }
}

it('ends in the old or the new state after an interruption at any call', async () => {
  const seen: string[] = []
  for (let step = 0, done = false; !done; step += 1) {
    const folder = await twoStates()
    done = await until(step, () => replaceData(folder))
    // A second interruption, during the completion.
    await until(step % 4, () => finishInterruptedRestore(folder))
    seen.push(await stateAfterStart())
  }
  // The old state until the journal is written, then the new one.
  const turn = seen.indexOf('new')
  expect(turn).toBeGreaterThan(0)
  expect(new Set(seen.slice(0, turn))).toEqual(new Set(['old']))
  expect(new Set(seen.slice(turn))).toEqual(new Set(['new']))
  expect(seen.length - turn).toBeGreaterThan(5)
})

it('ends in the old state if a call fails, and never loses it', async () => {
  for (const failing of ['one', 'all'] as const) {
    for (let step = 0, done = false; !done; step += 1) {
      const folder = await twoStates()
      done = await until(step, () => replaceData(folder), failing)
      await clearRestore(folder)
      const state = await stateAfterStart()
      if (failing === 'one') expect(state).toBe(done ? 'new' : 'old')
      else expect(['old', 'new']).toContain(state)
      // Commits may be in this file alone.
      expect((await fs.readdir(root)).includes('bidyaloy.sqlite-wal')).toBe(state === 'old')
    }
  }
})

it('puts former data aside, also if it is interrupted at any call', async () => {
  for (let step = 0, done = false; !done; step += 1) {
    const folder = await twoStates()
    done = await until(step, () => replaceData(folder, 'damaged'))
    const former = (await stateAfterStart()) === 'new' ? path.join(root, 'damaged') : root
    for (const name of ['uploads/a', 'bidyaloy.sqlite', 'bidyaloy.sqlite-wal']) {
      expect(await fs.readFile(path.join(former, name), 'utf8')).toBe('old')
    }
  }
})

it('is completed at the next start after SIGKILL', async () => {
  await twoStates()
  // The journal is written and the old database is moved; the new one is not.
  const words = ['--import', 'tsx', CHILD, root, '5']
  // The calls with which tsx keeps what it compiles would count, too.
  const env = { ...process.env, TSX_DISABLE_CACHE: '1' }
  const [, signal] = await once(spawn(process.execPath, words, { stdio: 'inherit', env }), 'exit')
  expect(signal).toBe('SIGKILL')
  await expect(fs.stat(path.join(root, 'bidyaloy.sqlite'))).rejects.toThrow()
  expect(await stateAfterStart()).toBe('new')
})

it('puts the former data back', async () => {
  const folder = await twoStates()
  await replaceData(folder)
  expect(await fs.readFile(path.join(root, 'uploads', 'a'), 'utf8')).toBe('new')
  await undoReplace(folder)
  expect(await stateAfterStart()).toBe('old')
})
