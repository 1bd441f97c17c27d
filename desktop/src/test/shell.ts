import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LaunchArgs } from '../open-requests.ts'
import { asked, type BrowserWindow, pageFetch, resetElectron } from './electron-double.ts'
import { temporaryFolder } from './folders.ts'

const BUNDLE = fileURLToPath(new URL('../../../web/dist/client', import.meta.url))

/** The app on the fake Electron. */
export interface TestShell {
  folder: string
  window: BrowserWindow
  /** A request of the page; `address` begins with `/`. */
  page(address: string, init?: RequestInit): Promise<Response>
  reports: string[]
}

/** @param before sets up the environment after the reset */
export async function startTestShell({
  folder,
  before = () => undefined,
  launchArgs = { words: [], folder: '/' },
}: {
  folder?: string
  before?: () => void
  launchArgs?: LaunchArgs
} = {}): Promise<TestShell> {
  const home = folder ?? (await temporaryFolder())
  resetElectron(home)
  before()
  const { startShell } = await import('../electron/shell.ts')
  const reports: string[] = []
  await startShell({
    bundle: BUNDLE,
    launchArgs,
    resources: path.join(home, 'resources'),
    report: (event, details) => void reports.push(`${event} ${details ?? ''}`),
  })
  const [window] = asked.windows
  if (!window) throw new Error('the app opened no window')
  return {
    folder: home,
    window,
    page: (address, init) => pageFetch(`app://school${address}`, init),
    reports,
  }
}
