import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDataFolder } from '../../data-folder.ts'
import { replaceData, settleReplace, undoReplace } from './replace-data.ts'

const CHILD = fileURLToPath(new URL('./replace-data-child.ts', import.meta.url))

let root: string
beforeEach(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-swap-'))
})
afterEach(() => fs.rm(root, { recursive: true, force: true }))

/** A data folder in one state, and another state that lies ready to take its place. */
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

/** What a start finds: one text where everything is of one state. */
async function stateAfterStart(): Promise<string> {
  const folder = await openDataFolder(root)
  await settleReplace(folder)
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
 * Lets work go until it has made so many calls that change something; the next one is never made,
 * as if the power had gone.
 * @returns whether it came to its end before
 */
async function until(step: number, work: () => Promise<unknown>): Promise<boolean> {
  const calls = CALLS.map((name) => [name, fs[name]] as const)
  let left = step
  const halted = new Promise<boolean>((resolve) => {
    for (const [name, call] of calls) {
      const counted = (...words: never[]) => {
        if (left === 0) {
          resolve(false)
          return new Promise(() => undefined)
        }
        left -= 1
        return (call as (...words: never[]) => unknown)(...words)
      }
      Object.assign(fs, { [name]: counted })
    }
  })
  try {
    return await Promise.race([work().then(() => true), halted])
  } finally {
    Object.assign(fs, Object.fromEntries(calls))
  }
}

it('broken off at any moment it ends, at the next start, in the old or in the new state, whole', async () => {
  const seen: string[] = []
  for (let step = 0, done = false; !done; step += 1) {
    const folder = await twoStates()
    done = await until(step, () => replaceData(folder))
    // Once more, in the midst of the carrying through.
    await until(step % 4, () => settleReplace(folder))
    seen.push(await stateAfterStart())
  }
  // Old until it was written down, new from then on.
  const turn = seen.indexOf('new')
  expect(turn).toBeGreaterThan(0)
  expect(new Set(seen.slice(0, turn))).toEqual(new Set(['old']))
  expect(new Set(seen.slice(turn))).toEqual(new Set(['new']))
  expect(seen.length - turn).toBeGreaterThan(5)
})

it('killed in the midst it is carried through', async () => {
  await twoStates()
  // The note is written, the old database is out, the new one is not in.
  const words = ['--import', 'tsx', CHILD, root, '5']
  const [, signal] = await once(spawn(process.execPath, words, { stdio: 'inherit' }), 'exit')
  expect(signal).toBe('SIGKILL')
  await expect(fs.stat(path.join(root, 'bidyaloy.sqlite'))).rejects.toThrow()
  expect(await stateAfterStart()).toBe('new')
})

it('brings back what it took out', async () => {
  const folder = await twoStates()
  await replaceData(folder)
  expect(await fs.readFile(path.join(root, 'uploads', 'a'), 'utf8')).toBe('new')
  await undoReplace(folder)
  expect(await stateAfterStart()).toBe('old')
})
