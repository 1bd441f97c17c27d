import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { OPEN_REQUEST_EVENT } from '@bidyaloy/shared/desktop/desktop-api'
import { _electron, type Browser, type Page } from '@playwright/test'
import { bundle } from './bundle.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A running desktop app. */
export interface DesktopApp {
  page: Page
  /** Kills it without warning, like a power cut, and restarts it on the same folder. */
  restart(): Promise<void>
  /** Stops it and removes its folder. */
  remove(): Promise<void>
}

/** The contents of the package, laid out in a folder. */
async function layOut(folder: string): Promise<string> {
  const app = path.join(folder, 'app')
  const scripts = pathToFileURL(path.join(ROOT, 'scripts', 'desktop-app.mjs')).href
  const code = `import { layOutApp } from '${scripts}'; layOutApp(process.argv[1])`
  execFileSync(process.execPath, ['--input-type=module', '-e', code, app])
  return app
}

/**
 * Builds the app's files and the server that replaces Electron in these tests. Each test worker builds
 * them once, because no test changes them.
 */
async function browserApp(): Promise<{ dashboard: string; server: string }> {
  const folder = await newFolder()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const app = await layOut(folder)
  const server = await bundle('desktop/src/test/serve-over-http.ts', path.join(folder, 'server'))
  return { dashboard: path.join(app, 'dashboard'), server }
}

let sharedApp: ReturnType<typeof browserApp> | undefined

const newFolder = () => fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-desktop-'))

/** Starts the real app. @param electron path of the Electron executable */
export async function startInElectron(electron: string): Promise<DesktopApp> {
  const folder = await newFolder()
  const app = await layOut(folder)
  const launch = async () => {
    const running = await _electron.launch({
      executablePath: electron,
      args: [
        app,
        `--user-data-dir=${path.join(folder, 'data')}`,
        // No user is present to answer the system's key store prompt.
        '--use-mock-keychain',
      ],
    })
    return { running, page: await running.firstWindow() }
  }
  let { running, page } = await launch()
  const kill = async () => {
    const ended = new Promise((resolve) => running.process().once('exit', resolve))
    running.process().kill('SIGKILL')
    await ended
  }
  return {
    get page() {
      return page
    },
    async restart() {
      await kill()
      ;({ running, page } = await launch())
    },
    async remove() {
      await kill()
      await fs.rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The app in a browser, which can receive files and links from outside. */
export interface BrowserDesktopApp extends DesktopApp {
  /** @param thing a screen's path, or a file's */
  give(thing: string): Promise<void>
}

/**
 * Starts the same handler and packed page in a browser.
 * @param tokenStore behaviour of the system's key store
 */
export async function startInBrowser(
  browser: Browser,
  tokenStore: 'persistent' | 'memory' = 'persistent',
): Promise<BrowserDesktopApp> {
  sharedApp ??= browserApp()
  const { dashboard, server } = await sharedApp
  const folder = await newFolder()
  const context = await browser.newContext()
  const page = await context.newPage()
  let port = '0'
  let running: ChildProcess
  const launch = async () => {
    const words = [server, path.join(folder, 'data'), dashboard, port, tokenStore]
    running = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] })
    const url = await whenReady(running)
    ;({ port } = new URL(url))
    await page.goto(`${url}/admin`)
  }
  const kill = async () => {
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await ended
  }
  await launch()
  return {
    page,
    async give(thing) {
      // Like Electron's shell, which dispatches the event when the request is in the queue.
      const queued = new Promise((resolve) => running.stdout?.once('data', resolve))
      running.stdin?.write(`${thing}\n`)
      await queued
      await page.evaluate((name) => window.dispatchEvent(new Event(name)), OPEN_REQUEST_EVENT)
    },
    async restart() {
      await kill()
      await launch()
    },
    async remove() {
      await context.close()
      await kill()
      await fs.rm(folder, { recursive: true, force: true })
    },
  }
}

function whenReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const ready = /ready at (\S+)/.exec(output)
      if (ready?.[1]) resolve(ready[1])
    })
    child.once('exit', (code) => reject(new Error(`the app exited with ${code}\n${output}`)))
  })
}
