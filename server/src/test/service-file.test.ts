import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const UNIT = fileURLToPath(new URL('../../../deploy/bidyaloy.service', import.meta.url))

const isInstalled = spawnSync('systemd-analyze', ['--version']).status === 0
if (!isInstalled)
  process.stderr.write('Skipped: the service file, because systemd-analyze is not installed.\n')

it.skipIf(!isInstalled)('the service file passes systemd-analyze without a warning', () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', UNIT], { encoding: 'utf8' })
  // Warnings about other services of this machine do not count.
  const ours = stderr.split('\n').filter((line) => line.includes('bidyaloy'))
  expect({ status, ours }).toEqual({ status: 0, ours: [] })
})

it('in a container the heap ends before the limit of its memory', () => {
  const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
  const [, heap] = /--max-old-space-size=(\d+)/.exec(read('Dockerfile')) ?? []
  for (const compose of ['compose.yaml', 'deploy/several/compose.yaml']) {
    expect(read(compose)).toContain('mem_limit: 1g')
  }
  expect(Number(heap)).toBeLessThanOrEqual(512)
})

it('the service starts where the .env of the CLI is not, which its user cannot read', () => {
  const unit = readFileSync(UNIT, 'utf8')
  expect(unit).toMatch(/^WorkingDirectory=\/var\/lib\/bidyaloy$/m)
  expect(unit).toMatch(/^ExecStart=.* \/opt\/bidyaloy\/server\/dist\/main\.js$/m)
})

it('the service file lets workers lower their priority, which @resources forbids', () => {
  const filters = readFileSync(UNIT, 'utf8').match(/(?<=^SystemCallFilter=).+$/gm)
  expect(filters).toEqual(['@system-service', '~@privileged @resources', 'setpriority'])
})
