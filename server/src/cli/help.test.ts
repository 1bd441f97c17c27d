import { spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type Command, CommanderError } from 'commander'
import { expect, test } from 'vitest'
import { createCli } from './create-cli.ts'

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const COMMANDS = [
  ...[
    'reset-password',
    'reset-factors',
    'rotate-secret',
    'doctor',
    'backup',
    'backup-key',
    'backups',
    'verify',
    'restore',
  ],
  ...['version', 'import', 'export-static', 'demo', 'redraw', 'schools', 'activity'],
  ...['upgrade', 'rollback', 'setup'],
]
/** Commands without a result, or whose result is a file. */
const SILENT = [
  'reset-password',
  'reset-factors',
  'rotate-secret',
  'backup-key',
  'upgrade',
  'rollback',
  'setup',
]

function program() {
  return createCli({
    env: { DATA_DIR: path.join(os.tmpdir(), 'bidyaloy-nowhere') },
    stdin: Readable.from(['']),
    stdout: { write: () => true },
  })
}

test('every command has a description, an example and, if it has a result, --json', async () => {
  expect(
    program()
      .commands.map((command) => command.name())
      .sort(),
  ).toEqual(COMMANDS.sort())
  for (const name of COMMANDS) {
    const fresh = program()
    const command = fresh.commands.find((one) => one.name() === name)
    let help = ''
    command?.configureOutput({ writeOut: (text) => (help += text) })
    await expect(fresh.parseAsync([name, '--help'], { from: 'user' })).rejects.toMatchObject({
      exitCode: 0,
    })
    expect(help).toContain(`$ npm run admin -- ${name}`)
    expect(command?.description().length).toBeGreaterThan(20)
    expect([name, help.includes('--json')]).toEqual([name, !SILENT.includes(name)])
  }
})

test('rejects wrong usage before any change', async () => {
  for (const words of [['dance'], ['import'], ['export-static'], ['doctor', '--loud']]) {
    const fresh = program()
    for (const command of [fresh, ...fresh.commands]) {
      command.configureOutput({ writeErr: () => undefined })
    }
    await expect(fresh.parseAsync(words, { from: 'user' })).rejects.toBeInstanceOf(CommanderError)
  }
})

test('leads from a wrong option to the help of its command', async () => {
  const hintAfter = async (...words: string[]) => {
    const fresh = program()
    let printed = ''
    const listen = (command: Command) => {
      command.configureOutput({ writeErr: (text) => (printed += text) })
      command.commands.forEach(listen)
    }
    listen(fresh)
    await expect(fresh.parseAsync(words, { from: 'user' })).rejects.toBeInstanceOf(CommanderError)
    return printed.trim().split('\n').at(-1)
  }
  expect(await hintAfter('dance')).toBe('(see: npm run admin -- --help)')
  expect(await hintAfter('doctor', '--loud')).toBe('(see: npm run admin -- doctor --help)')
  expect(await hintAfter('schools', 'add')).toBe('(see: npm run admin -- schools add --help)')
})

test('the built CLI exits with 2 on wrong usage, 1 on failure, 0 otherwise', async () => {
  const empty = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-cli-'))
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [CLI, ...words], {
      cwd: empty,
      env: { PATH: process.env.PATH, DATA_DIR: path.join(empty, 'nowhere') },
      encoding: 'utf8',
    })
  expect(run('dance').status).toBe(2)
  expect(run('export-static', path.join(empty, 'copy')).status).toBe(1)
  expect(run('import', '--help').status).toBe(0)
  for (const words of ['version', '--version']) {
    expect(run(words).stdout).toMatch(/^Bidyaloy \d+\.\d+\.\d+( \([0-9a-f]{12}\))?\n$/)
  }
  for (const words of [
    ['verify', 'gone.zip'],
    ['restore', 'gone.zip'],
    ['import', '.'],
  ]) {
    expect(run(...words).status).toBe(1)
  }
  expect(run('doctor').stdout).toMatch(/^Bidyaloy \d/)
  expect(await fs.readdir(empty)).toEqual([])
  await fs.rm(empty, { recursive: true })
})
