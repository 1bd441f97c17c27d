import { spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
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
    const telling = /sourceMappingURL|jsxDEV|better-sqlite3|BEGIN [A-Z ]*PRIVATE KEY/
    const texts = names.filter((name) => /\.(cjs|js|css|html|json)$/.test(name))
    const tells = (name: string) => telling.test(text(name)) || text(name).includes(ROOT)
    expect(texts.filter(tells)).toEqual([])
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

  test('starts: its one file finds all that it needs', async () => {
    const child = fileURLToPath(new URL('test/start-built.ts', import.meta.url))
    const words = [
      '--import',
      'tsx',
      child,
      path.join(out, 'program', 'main.cjs'),
      await newFolder(),
    ]
    const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' })
    expect([stdout, stderr.slice(-500)]).toEqual([
      'app://school/admin 200 text/html; charset=utf-8\n',
      '',
    ])
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

describe('where new versions come from', () => {
  const url = 'https://school.example.bd/program'

  test.each([
    ['linux', {}, null],
    ['linux', { DESKTOP_UPDATE_URL: url }, { provider: 'generic', url }],
    ['linux', { DESKTOP_UPDATE_GITHUB: 'a/b' }, { provider: 'github', owner: 'a', repo: 'b' }],
    ['win32', { DESKTOP_UPDATE_URL: url }, null],
    ['win32', { DESKTOP_UPDATE_URL: url, WIN_CSC_LINK: 'c' }, { provider: 'generic', url }],
    ['darwin', { DESKTOP_UPDATE_URL: url }, null],
    ['darwin', { DESKTOP_UPDATE_URL: url, CSC_LINK: 'c' }, { provider: 'generic', url }],
  ])('on %s with %j: %j', (platform, env, feed) => {
    expect(JSON.parse(packagingOf(platform, env).stdout).publish).toEqual(feed)
  })

  test('a feed that anyone on the line could change is refused', () => {
    const { status, stderr } = packagingOf('linux', { DESKTOP_UPDATE_URL: 'http://x.example' })
    expect([status, stderr.includes('https://')]).toEqual([1, true])
  })
})

/** The configuration, as JSON; in a process of its own because it is plain JavaScript. */
function packagingOf(platform: string, env: object) {
  const config = pathToFileURL(path.join(ROOT, 'desktop', 'electron-builder.mjs')).href
  const code = `import { packaging } from '${config}'
    const [platform, env] = process.argv.slice(1)
    const options = { root: '/', app: '/a', out: '/o', electronVersion: '1.0.0', platform }
    console.log(JSON.stringify(packaging({ ...options, env: JSON.parse(env) })))`
  const words = ['--input-type=module', '-e', code, platform, JSON.stringify(env)]
  return spawnSync(process.execPath, words, { encoding: 'utf8' })
}

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
