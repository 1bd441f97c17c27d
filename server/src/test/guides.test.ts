import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'

/* Applies the diffs of the guides for programmers to a copy of the sources and runs their tests. */

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../../..')
const WORKSPACES = ['shared', 'server', 'web'] as const
let copy: string

beforeEach(async () => {
  copy = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-sources-')))
  for (const name of [
    'package.json',
    'tsconfig.base.json',
    'vitest.config.ts',
    'vitest.postgres.config.ts',
  ]) {
    await fs.copyFile(path.join(root, name), path.join(copy, name))
  }
  // The set-up would build into the linked folders.
  await fs.mkdir(path.join(copy, 'scripts'))
  await fs.writeFile(
    path.join(copy, 'scripts/build-for-tests.mjs'),
    'export default () => undefined',
  )
  for (const workspace of WORKSPACES) await copyWorkspace(workspace)
  await linkPackages()
})
afterEach(() => fs.rm(copy, { recursive: true, force: true }))

async function copyWorkspace(workspace: string): Promise<void> {
  const from = path.join(root, workspace)
  const to = path.join(copy, workspace)
  for (const name of ['src', 'package.json', 'tsconfig.json']) {
    await fs.cp(path.join(from, name), path.join(to, name), { recursive: true })
  }
  // Built files and the workspace's own packages are only read.
  for (const name of ['bin', 'dist', 'node_modules', 'public', 'test']) {
    const target = path.join(from, name)
    if (await exists(target)) await fs.symlink(target, path.join(to, name), 'junction')
  }
}

const exists = (target: string) =>
  fs.access(target).then(
    () => true,
    () => false,
  )

/** Links all installed packages, and the workspaces from the copy. */
async function linkPackages(): Promise<void> {
  const installed = path.join(root, 'node_modules')
  const own = '@bidyaloy'
  await fs.mkdir(path.join(copy, 'node_modules', own), { recursive: true })
  for (const name of await fs.readdir(installed)) {
    if (name === own || name === '.vite' || name === '.cache') continue
    await fs.symlink(path.join(installed, name), path.join(copy, 'node_modules', name), 'junction')
  }
  for (const workspace of WORKSPACES) {
    const link = path.join(copy, 'node_modules', own, workspace)
    await fs.symlink(path.join(copy, workspace), link, 'junction')
  }
}

it('adds a working collection when every diff of the guide is applied', async () => {
  const added = await applyGuide('adding-a-collection.md')
  expect(await testOutput(added)).toMatch(passed(added.length))
})

it('adds a working feature, with either database, when every diff of the guide is applied', async () => {
  const added = await applyGuide('adding-a-feature.md')
  const tests = added.filter((name) => name.endsWith('.test.ts'))
  expect(await testOutput(tests)).toMatch(passed(tests.length))
  const ofServer = tests.filter((name) => name.startsWith('server/'))
  const config = ['--config', 'vitest.postgres.config.ts']
  expect(await testOutput([...config, ...ofServer])).toMatch(passed(ofServer.length))
})

const passed = (tests: number) => new RegExp(`Tests +${tests} passed`)

/** Applies the diffs of a guide. @returns the files that it adds */
async function applyGuide(name: string): Promise<string[]> {
  const guide = await fs.readFile(path.join(root, 'docs', name), 'utf8')
  const diffs = [...guide.matchAll(/^```diff\n(.*?)^```$/gms)].map(([, diff = '']) => diff)
  await fs.writeFile(path.join(copy, 'guide.diff'), diffs.join(''))
  await run('git', ['apply', 'guide.diff'], { cwd: copy })
  const changed = guide.match(/^--- a\/.*$/gm) ?? []
  expect(changed.length).toBeLessThanOrEqual(4)
  return [...guide.matchAll(/^--- \/dev\/null\n\+\+\+ b\/(.*)$/gm)].map(([, file = '']) => file)
}

/** Returns the output of Vitest with these arguments. */
function testOutput(args: readonly string[]): Promise<string> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  // Without the variables of the Vitest that runs this test: the new one would take them for its own.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith('VITEST') && !name.startsWith('TEST_DATABASE_'),
    ),
  )
  return outputOf([vitest, 'run', '--no-color', ...args], env)
}

/** Output of a Node process, whatever its exit code. */
function outputOf(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: copy, env }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
}
