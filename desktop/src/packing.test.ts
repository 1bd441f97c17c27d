import { spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { extractFile, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBundleFiles } from './bundle-files.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PACK = path.join(ROOT, 'scripts', 'desktop-pack.mjs')
const MINUTE = 60_000

/** How a switch is stored in the program. */
const [OFF, ON] = ['0'.charCodeAt(0), '1'.charCodeAt(0)]

// What stands in for Electron has the names that it has on Linux.
describe.runIf(process.platform === 'linux')('the packed program', () => {
  let out: string
  beforeAll(async () => {
    out = await pack()
  }, 2 * MINUTE)
  afterAll(async () => {
    for (const folder of folders) await fs.rm(folder, { recursive: true, force: true })
  })

  test('is the dashboard and the main process, nothing else', async () => {
    const asar = path.join(out, 'linux-unpacked', 'resources', 'app.asar')
    const names = listPackage(asar, { isPack: false }).filter((name) => path.extname(name) !== '')
    const dashboard = names.filter((name) => name.startsWith('/dashboard/'))
    expect(names.filter((name) => !dashboard.includes(name)).sort()).toEqual([
      '/main.cjs',
      '/package.json',
    ])
    // Pieces of the dashboard and what they show: no maps, sources, copies for servers.
    expect(dashboard.filter((name) => !/\.(html|js|css|svg|png|webp|woff2)$/.test(name))).toEqual(
      [],
    )
    expect(dashboard.filter((name) => /site\.client|service-worker|\.map$/.test(name))).toEqual([])

    const text = (name: string) => extractFile(asar, name.slice(1)).toString()
    for (const name of names.filter((one) => /\.(cjs|js|css|html|json)$/.test(one))) {
      expect(text(name)).not.toMatch(/sourceMappingURL|better-sqlite3|BEGIN [A-Z ]*PRIVATE KEY/)
      expect(text(name)).not.toContain(ROOT)
    }
    expect(JSON.parse(text('/package.json'))).not.toHaveProperty('dependencies')

    // Whatever the dashboard may ask for is there, and is given out.
    const give = createBundleFiles(path.join(out, 'program', 'dashboard'))
    const asked = new Set(
      dashboard.flatMap((name) =>
        /\.(html|js|css)$/.test(name)
          ? [...text(name).matchAll(/["'`(](?:\.?\/)?(?:assets\/)?([\w-]+\.(?:js|css|svg))["'`)]/g)]
          : [],
      ),
    )
    const missing: string[] = []
    for (const [, name] of asked) {
      const built = await fs
        .stat(path.join(ROOT, 'web/dist/client/assets', `${name}`))
        .catch(() => null)
      if (built && (await give(`/assets/${name}`)) === null) missing.push(`${name}`)
    }
    expect({ asked: asked.size > 20, missing }).toEqual({ asked: true, missing: [] })

    const { size } = await fs.stat(asar)
    process.stdout.write(`app.asar: ${(size / 1024 / 1024).toFixed(2)} MB, ${names.length} files\n`)
    expect(size).toBeLessThan(8 * 1024 * 1024)
  })

  test("has Electron's switches set for good", async () => {
    const fuses = await getCurrentFuseWire(path.join(out, 'linux-unpacked', 'bidyaloy-admin'))
    expect(fuses).toMatchObject({
      [FuseV1Options.RunAsNode]: OFF,
      [FuseV1Options.EnableCookieEncryption]: ON,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: OFF,
      [FuseV1Options.EnableNodeCliInspectArguments]: OFF,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: ON,
      [FuseV1Options.OnlyLoadAppFromAsar]: ON,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: OFF,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: OFF,
    })
    // The feed was not named at packing: the program will never look for one.
    const left = await fs.readdir(path.join(out, 'linux-unpacked', 'resources'))
    expect(left).toEqual(['app.asar'])
    expect(await fs.readdir(path.join(out, 'linux-unpacked', 'locales'))).toEqual([
      'bn.pak',
      'en-US.pak',
    ])
  })
})

const folders: string[] = []
async function newFolder(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-packing-'))
  folders.push(folder)
  return folder
}

async function pack(): Promise<string> {
  const out = await newFolder()
  const words = [PACK, '--dir', '--out', out, '--electron-dist', await standIn()]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    encoding: 'utf8',
    env: { ...process.env, DESKTOP_UPDATE_URL: '', DESKTOP_UPDATE_GITHUB: '' },
  })
  if (status !== 0) throw new Error(`packing failed\n${stdout}\n${stderr}`)
  return out
}

/** A folder laid out as Electron's, its program nothing but the place of its switches. */
async function standIn(): Promise<string> {
  const folder = await newFolder()
  const wire = Buffer.concat([
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, 8]),
    // As Electron is delivered: RunAsNode, NodeOptions, inspect and file privileges on.
    Buffer.from('10110001'),
  ])
  await fs.writeFile(path.join(folder, 'electron'), wire, { mode: 0o755 })
  const names = ['version', 'LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox']
  for (const name of names) await fs.writeFile(path.join(folder, name), '')
  await fs.mkdir(path.join(folder, 'locales'))
  for (const language of ['bn', 'en-US', 'fr']) {
    await fs.writeFile(path.join(folder, 'locales', `${language}.pak`), '')
  }
  await fs.mkdir(path.join(folder, 'resources'))
  return folder
}
