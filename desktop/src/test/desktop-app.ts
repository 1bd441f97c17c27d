import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Api } from '@bidyaloy/shared/api/api'
import { createHttpApi, type Send } from '@bidyaloy/shared/api/http-api'
import { onTestFinished } from 'vitest'
import { ADMIN } from '../../../e2e/support/school-server.ts'
import { createAppHandler } from '../app-handler.ts'
import { createBundleFiles } from '../bundle-files.ts'
import { type DesktopApp, openDesktopApp } from '../desktop-app.ts'
import { createOpenRequests, type OpenRequests } from '../open-requests.ts'
import { openSettingsFile } from '../settings-file.ts'
import { createMemoryTokenStore, type TokenStore } from '../token-store.ts'

const BUNDLE = fileURLToPath(new URL('../../../web/dist/client', import.meta.url))

/** The app without a window, and access to it as from its page. */
export interface TestDesktopApp {
  app: DesktopApp
  openRequests: OpenRequests
  /** A request of the page; `path` begins with `/`. */
  page(path: string, init?: RequestInit): Promise<Response>
  /** The API client of the page. */
  api: Api
  /** A header of the last response to `api`. */
  lastHeader(name: string): string | null
  reports: string[]
  close(): Promise<void>
}

/** Opens the app with a data folder, which may be that of an earlier run. */
export async function openTestDesktopApp(
  folder: string,
  tokens: TokenStore = createMemoryTokenStore(),
): Promise<TestDesktopApp> {
  const reports: string[] = []
  const report = (event: string, details?: unknown) => void reports.push(`${event} ${details}`)
  const desktopApp = await openDesktopApp({
    version: '0.0.0',
    folder,
    settings: await openSettingsFile(path.join(folder, 'settings.json')),
    tokens,
    report,
    school: { backoff: () => 50, offlineTimeoutMs: 200 },
  })
  const openRequests = createOpenRequests(() => undefined)
  const handle = createAppHandler({
    bundle: createBundleFiles(BUNDLE),
    app: desktopApp,
    openRequests,
    report,
  })
  let closed = false
  const close = async () => {
    if (!closed) await desktopApp.close()
    closed = true
  }
  onTestFinished(close)
  const page = (target: string, init?: RequestInit) =>
    handle(new Request(`http://school${target}`, init))
  let headers = new Headers()
  const send: Send = async ({ method, url, headers: sent, body }) => {
    // Like the page: FormData sets its own content type.
    const response = await page(url, { method, headers: sent, ...(body !== undefined && { body }) })
    if (response.type === 'error') throw new TypeError('no answer')
    headers = response.headers
    return { status: response.status, text: await response.text() }
  }
  return {
    app: desktopApp,
    openRequests,
    page,
    api: createHttpApi(send),
    lastHeader: (name) => headers.get(name),
    reports,
    close,
  }
}

/** Params of the collection used by tests. */
export const notices = { collection: 'notices' } as const

/** Creates a file for a notice. */
export const paper = (text = 'নোটিশ') =>
  new File([`${text}\n`], 'notice.txt', { type: 'text/plain' })

/** Connects to a site. @returns the JSON response */
export async function connect(desk: TestDesktopApp, address: string): Promise<unknown> {
  const response = await desk.page('/desktop/profiles', {
    method: 'POST',
    body: JSON.stringify({ address }),
  })
  return response.json()
}

/** Opens the app and signs in at the site at `address`. */
export async function signedIn(
  address: string,
  folder: string,
  tokens = createMemoryTokenStore(),
): Promise<TestDesktopApp> {
  const desk = await openTestDesktopApp(folder, tokens)
  if (!desk.app.school()) await connect(desk, address)
  await desk.api.login({ body: ADMIN })
  return desk
}

/** Titles of the listed notices; pending ones have a suffix. */
export async function titles(desk: TestDesktopApp): Promise<string[]> {
  const shown = await desk.api.listEntries({ params: notices })
  return shown.map(({ title, queued }) => (queued ? `${title} (অপেক্ষায়)` : title))
}
