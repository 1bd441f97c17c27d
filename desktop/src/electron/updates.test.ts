import { EventEmitter } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { computer, resetElectron } from '../test/electron-double.ts'
import { temporaryFolder } from '../test/folders.ts'
import { startAutoUpdate } from './updates.ts'

const updater = vi.hoisted(() => ({ checks: 0, current: {} }))

vi.mock('electron', () => import('../test/electron-double.ts'))
vi.mock('electron-updater', () => {
  const autoUpdater = Object.assign(new EventEmitter(), {
    async checkForUpdates() {
      updater.checks += 1
    },
  })
  updater.current = autoUpdater
  return { autoUpdater }
})

let resources: string
beforeEach(async () => {
  resources = await temporaryFolder()
  resetElectron(resources)
  updater.checks = 0
  vi.stubEnv('PORTABLE_EXECUTABLE_FILE', '')
  vi.stubEnv('APPIMAGE', '/home/office/Bidyaloy.AppImage')
})
const packedWithFeed = async () => {
  Object.assign(computer, { packaged: true })
  await fs.writeFile(path.join(resources, 'app-update.yml'), 'provider: generic\n')
}
const checks = async () => {
  await startAutoUpdate(resources, () => undefined)
  return updater.checks
}

test('downloads a new version in the background and installs it on quit', async () => {
  await packedWithFeed()
  expect(await checks()).toBe(1)
  expect(updater.current).toMatchObject({
    autoDownload: true,
    autoInstallOnAppQuit: true,
    allowDowngrade: false,
  })
})

test('makes no update request when unpackaged or without a feed', async () => {
  await packedWithFeed()
  Object.assign(computer, { packaged: false })
  expect(await checks()).toBe(0)
  Object.assign(computer, { packaged: true })
  await fs.rm(path.join(resources, 'app-update.yml'))
  expect(await checks()).toBe(0)
})

test.runIf(process.platform === 'linux')(
  'leaves updates of an installed package to the system',
  async () => {
    await packedWithFeed()
    vi.stubEnv('APPIMAGE', '')
    expect(await checks()).toBe(0)
  },
)
