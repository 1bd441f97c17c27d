import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const UNIT = fileURLToPath(new URL('../../../deploy/bidyaloy.service', import.meta.url))

const isThere = spawnSync('systemd-analyze', ['--version']).status === 0
if (!isThere) process.stderr.write('Skipped: the service file, for want of systemd-analyze.\n')

it.skipIf(!isThere)('is a service that systemd understands, without a warning', () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', UNIT], { encoding: 'utf8' })
  // What it says of other services of the machine is not ours.
  const ours = stderr.split('\n').filter((line) => line.includes('bidyaloy'))
  expect({ status, ours }).toEqual({ status: 0, ours: [] })
})
