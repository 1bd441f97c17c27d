import fs from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createAppHandler } from '../app-handler.ts'
import { createBundleFiles } from '../bundle-files.ts'
import { openDesktopApp } from '../desktop-app.ts'
import { createOpenRequests } from '../open-requests.ts'
import { openSettingsFile } from '../settings-file.ts'
import { createMemoryTokenStore, type TokenStore } from '../token-store.ts'

/*
 * Serves the app's handler over http for a browser, without Electron:
 * `serve-over-http <folder> <bundle> <port> <persistent | memory>`. The last argument selects the token
 * store. Prints its URL once it listens, and a line for each open request that it has queued.
 */
const [folder = '', bundle = '', port = '0', tokenStore = 'persistent'] = process.argv.slice(2)

/** Resolves a local network name to this computer. */
const fetchInNetwork: typeof fetch = (input, init) =>
  fetch(String(input).replace('http://school.lan:', 'http://127.0.0.1:'), init)

/** Persistent token store without encryption, for tests only. */
function openTokens(file: string): TokenStore {
  const read = async (): Promise<Record<string, string>> =>
    JSON.parse(await fs.readFile(file, 'utf8').catch(() => '{}'))
  return {
    persists: true,
    read: async (profileId) => (await read())[profileId] ?? null,
    store: async (profileId, token) =>
      fs.writeFile(file, JSON.stringify({ ...(await read()), [profileId]: token })),
    async forget(profileId) {
      const { [profileId]: _, ...rest } = await read()
      await fs.writeFile(file, JSON.stringify(rest))
    },
  }
}

const report = (event: string, details?: unknown) =>
  void process.stderr.write(`${event} ${details ?? ''}\n`)
const desktopApp = await openDesktopApp({
  version: '0.0.0',
  folder,
  settings: await openSettingsFile(path.join(folder, 'settings.json')),
  tokens:
    tokenStore === 'persistent'
      ? openTokens(path.join(folder, 'tokens.json'))
      : createMemoryTokenStore(),
  report,
  school: { backoff: () => 200, offlineTimeoutMs: 500, fetch: fetchInNetwork },
})
const openRequests = createOpenRequests(() => void process.stdout.write('queued\n'))
// Each line is a screen or a file path to open.
createInterface(process.stdin).on('line', (thing) => {
  if (thing.startsWith('/admin/')) openRequests.addScreen(thing)
  else void openRequests.addFile(thing)
})
const handle = createAppHandler({
  bundle: createBundleFiles(bundle),
  app: desktopApp,
  openRequests,
  report,
})

const server = createServer(async (incoming, outgoing) => {
  const { method = 'GET', url = '/' } = incoming
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
  const response = await handle(
    new Request(new URL(url, 'http://127.0.0.1'), {
      method,
      headers,
      ...(hasBody && { body: new Uint8Array(Buffer.concat(parts)) }),
    }),
  )
  // Electron's page sees a failed request; a destroyed socket does the same in a browser.
  if (response.type === 'error') return outgoing.destroy()
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
})
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') {
    process.stdout.write(`ready at http://127.0.0.1:${address.port}\n`)
  }
})
