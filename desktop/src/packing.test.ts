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

/** Encoding of a fuse in the executable. */
const [OFF, ON] = ['0'.charCodeAt(0), '1'.charCodeAt(0)]

// The fake Electron has the Linux file names.
describe.runIf(process.platform === 'linux')('the packaged app', () => {
  let out: string
  beforeAll(async () => {
    out = await pack()
  }, 2 * MINUTE)
  afterAll(async () => {
    for (const folder of folders) await fs.rm(folder, { recursive: true, force: true })
  })

  test('contains only the dashboard and the main process', async () => {
    const asar = path.join(out, 'linux-unpacked', 'resources', 'app.asar')
    const names = listPackage(asar, { isPack: false }).filter((name) => path.extname(name) !== '')
    const dashboard = names.filter((name) => name.startsWith('/dashboard/'))
    expect(names.filter((name) => !dashboard.includes(name)).sort()).toEqual([
      '/main.cjs',
      '/package.json',
    ])
    // Chunks and assets only: no source maps, sources or precompressed copies.
    expect(dashboard.filter((name) => !/\.(html|js|css|svg|png|webp|woff2)$/.test(name))).toEqual(
      [],
    )
    expect(dashboard.filter((name) => /site\.client|service-worker|\.map$/.test(name))).toEqual([])

    const text = (name: string) => extractFile(asar, name.slice(1)).toString()
    const forbidden = /sourceMappingURL|jsxDEV|better-sqlite3|BEGIN [A-Z ]*PRIVATE KEY/
    const texts = names.filter((name) => /\.(cjs|js|css|html|json)$/.test(name))
    const leaks = (name: string) => forbidden.test(text(name)) || text(name).includes(ROOT)
    expect(texts.filter(leaks)).toEqual([])
    expect(JSON.parse(text('/package.json'))).not.toHaveProperty('dependencies')

    // Every referenced file exists and is served.
    const serve = createBundleFiles(path.join(out, 'app', 'dashboard'))
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
      if (built && (await serve(`/assets/${name}`)) === null) missing.push(`${name}`)
    }
    expect({ asked: asked.size > 20, missing }).toEqual({ asked: true, missing: [] })

    const { size } = await fs.stat(asar)
    process.stdout.write(`app.asar: ${(size / 1024 / 1024).toFixed(2)} MB, ${names.length} files\n`)
    expect(size).toBeLessThan(8 * 1024 * 1024)
  })

  test('starts from its single bundled file', async () => {
    const child = fileURLToPath(new URL('test/start-built.ts', import.meta.url))
    const words = ['--import', 'tsx', child, path.join(out, 'app', 'main.cjs'), await newFolder()]
    const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' })
    expect([stdout, stderr.slice(-500)]).toEqual([
      'app://school/admin 200 text/html; charset=utf-8\n',
      '',
    ])
  })

  test("has Electron's fuses set", async () => {
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
    // Packaged without a feed: no update checks.
    const left = await fs.readdir(path.join(out, 'linux-unpacked', 'resources'))
    expect(left).toEqual(['app.asar'])
    expect(await fs.readdir(path.join(out, 'linux-unpacked', 'locales'))).toEqual([
      'bn.pak',
      'en-US.pak',
    ])
  })
})

describe('update feed', () => {
  const url = 'https://school.example.bd/desktop'

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

  test('rejects an update feed without https', () => {
    const { status, stderr } = packagingOf('linux', { DESKTOP_UPDATE_URL: 'http://x.example' })
    expect([status, stderr.includes('https://')]).toEqual([1, true])
  })
})

/** Prints the configuration as JSON in a child process, because it is plain JavaScript. */
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

/** Creates a folder laid out like Electron's, whose executable holds only the fuses. */
async function standIn(): Promise<string> {
  const folder = await newFolder()
  const wire = Buffer.concat([
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, 8]),
    // Electron's defaults: RunAsNode, NodeOptions, inspect and file privileges on.
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
