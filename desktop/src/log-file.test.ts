import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MAX_LOG, openLogFile } from './log-file.ts'
import { temporaryFolder } from './test/folders.ts'

test('writes one line per event and redacts tokens', async () => {
  const folder = path.join(await temporaryFolder(), 'logs')
  const log = openLogFile(folder, () => new Date('2026-11-21T08:00:00Z'))
  log.write('start', { version: '1.0.0' })
  log.write('a request failed', new Error('sent Bearer abc.def and eyJhbGciOi.eyJzdWIi.c2ln'))
  const text = await fs.readFile(path.join(folder, 'program.log'), 'utf8')
  const lines = text.trimEnd().split('\n')
  expect(lines[0]).toBe('2026-11-21T08:00:00.000Z start {"version":"1.0.0"}')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('sent Bearer [token] and [token]')
})

test('limits the log size across restarts', async () => {
  const folder = await temporaryFolder()
  const line = 'x'.repeat(1500)
  for (let start = 0; start < 4; start += 1) {
    const log = openLogFile(folder)
    for (let count = 0; count < 300; count += 1) log.write('event', line)
  }
  const sizes = await Promise.all(
    (await fs.readdir(folder)).map(async (name) => (await fs.stat(path.join(folder, name))).size),
  )
  expect(sizes).toHaveLength(2)
  expect(Math.max(...sizes)).toBeLessThan(MAX_LOG + 3000)
})

test('ignores write errors', async () => {
  const file = path.join(await temporaryFolder(), 'file')
  await fs.writeFile(file, '')
  expect(() => openLogFile(path.join(file, 'logs')).write('start')).not.toThrow()
})
