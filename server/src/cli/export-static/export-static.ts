import fs from 'node:fs/promises'
import path from 'node:path'
import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import {
  type CollectionName,
  cardCollections,
  collectionNames,
  entryAddress,
  entryFilePath,
  entryPath,
  hasPage,
  type PagedCollection,
  pagedCollections,
  shareCardPath,
} from '@bidyaloy/shared/collections/registry'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import { recordTypes, singleTypes } from '@bidyaloy/shared/features'
import { PHOTO_REQUEST_PATH } from '@bidyaloy/shared/features/photo-requests/paths'
import { POSTER_PATH } from '@bidyaloy/shared/features/qr/paths'
import { pages as verifyPages } from '@bidyaloy/shared/features/verify/paths'
import { publicPages } from '@bidyaloy/shared/public-pages'
import type { RendererModule } from '@bidyaloy/shared/render'
import { classPath } from '@bidyaloy/shared/school/classes'
import { crestIcons, OFFLINE_PAGE, SEARCH_PAGE, siteFiles } from '@bidyaloy/shared/site-addresses'
import type { EntityManager } from 'typeorm'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { query } from '../../db/engine.ts'
import { orNull } from '../../document-data.ts'
import type { Installation } from '../../features/privacy/privacy.ts'
import { createSharePictures } from '../../features/share/share-routes.ts'
import { teacherInformationPage } from '../../features/teacher-page/teacher-page.ts'
import { knownFiles } from '../../features/verify/verify-queries.ts'
import { features } from '../../features.ts'
import { ORIGIN } from '../../http/request.ts'
import { pageHeaders } from '../../http/security-headers.ts'
import { isNodeError } from '../../lib/node-error.ts'
import { siteDocuments } from '../../site/feeds/site-documents.ts'
import { xmlText } from '../../site/feeds/xml.ts'
import { createReadApi } from '../../site/read-api.ts'
import { type FileStore, UPLOAD_FOLDERS } from '../../storage/file-store.ts'
import { replaceFolder } from './replace-folder.ts'

/** Marks a folder as an earlier copy, which may be replaced. */
const MARKER = 'bidyaloy-copy.json'

interface ExportDeps {
  db: Database
  folder: DataFolder
  files: FileStore
  renderer: RendererModule
  /** Folder of the built browser files. */
  clientDir: string
  config: Installation['config']
}

interface ExportOptions {
  /** Absolute path of the copy. */
  target: string
  now: Date
  /** URL of the copy without a trailing slash; without it there are no absolute links. */
  publicUrl: string | undefined
  /** URL of the site's dashboard, if it is on another host. */
  dashboard: string | undefined
}

interface ExportReport {
  folder: string
  pages: number
  files: number
  /** Size of all files. */
  bytes: number
  /** Files that records reference but that do not exist. */
  missing: string[]
}

/**
 * Writes the whole public site at `now` as plain files that any web host can serve at the root of a
 * domain.
 * @throws Error with a one-line message if the target contains other files
 */
export async function exportStatic(
  deps: ExportDeps,
  options: ExportOptions,
): Promise<ExportReport> {
  const { db, folder, files, clientDir, config, renderer } = deps
  const { target, now, publicUrl, dashboard } = options
  assertSeparate(target, folder.root)
  const api = createReadApi(db, now, { config, isReading: false, isCopy: true })
  const here = publicUrl !== undefined && { publicUrl }
  const makeStatic = staticPages(renderer)
  const report: ExportReport = { folder: target, pages: 0, files: 0, bytes: 0, missing: [] }

  await replaceFolder(target, MARKER, async (root) => {
    const makeParent = async (address: string): Promise<string> => {
      const file = path.join(root, ...address.split('/'))
      await fs.mkdir(path.dirname(file), { recursive: true })
      return file
    }
    const write = async (address: string, content: string | Buffer) => {
      await fs.writeFile(await makeParent(address), content)
      report.files += 1
      report.bytes += Buffer.byteLength(content)
    }
    const copy = async (from: string, address: string) => {
      const file = await makeParent(address)
      await fs.copyFile(from, file, fs.constants.COPYFILE_FICLONE)
      // Private in the data folder; here the web server must read it.
      await fs.chmod(file, 0o644)
      report.files += 1
      report.bytes += (await fs.stat(file)).size
    }

    const { entries, records } = await readData(api)
    const data = { ...entries, ...records }
    for (const [name, content] of Object.entries(data)) {
      await write(`data/${name}.json`, JSON.stringify(content))
    }
    await write('data/verify.json', JSON.stringify(await knownFiles(db.read, now)))
    for (const address of filePathsIn(data)) {
      const place = UPLOAD_FOLDERS.find((one) => address.startsWith(`${one}/`))
      if (!place) throw new Error(`Unknown folder: ${address}`)
      const copied = files.use(place, path.basename(address), (file) => copy(file, address))
      await copied.catch((error: unknown) => {
        if (!isNodeError(error, 'ENOENT')) throw error
        report.missing.push(address)
      })
    }

    const pages = new Set<string>()
    const render = async (address: string, file: string) => {
      const page = await renderer.render(new Request(ORIGIN + address), { api, now, ...here })
      const html = makeStatic(await page.text())
      pages.add(html)
      report.pages += 1
      await write(file, html)
      return html
    }
    const shown = pagedCollections.flatMap((collection) =>
      (entries[collection] ?? []).map((entry) => ({ collection, entry })),
    )
    const withPage = shown.filter(({ collection, entry }) => hasPage(collection, entry))
    const addresses = [
      ...publicPages(),
      POSTER_PATH,
      PHOTO_REQUEST_PATH,
      ...records.classes.map((name) => classPath(name)),
      ...withPage.map(({ collection, entry }) => entryAddress(collection, entry)),
      SEARCH_PAGE,
      OFFLINE_PAGE,
    ]
    for (const address of addresses) await render(address, `${address.slice(1)}/index.html`)
    for (const feature of features) {
      for (const address of (await feature.copyPages?.(api)) ?? []) {
        await render(address, `${decodeURIComponent(address.slice(1))}/index.html`)
      }
    }
    for (const { collection, entry } of shown) {
      const slugs = entry.slug === undefined ? [] : await formerSlugs(db.read, entry._id)
      for (const [from, to] of redirects(collection, entry, slugs)) {
        await write(`${from.slice(1)}/index.html`, redirectPage(to, entry.title))
      }
    }
    const nothing = await render('/404', '404.html')
    await write('admin/login/index.html', makeStatic(noDashboardPage(nothing, dashboard)))

    for (const [address, make] of siteDocuments) {
      const document = await make({ api, now, publicUrl })
      if (document) await write(address.slice(1), document.body)
    }
    const teachers = await teacherInformationPage(db.read, now)
    if (teachers !== null) await write('TeacherInformation.html', teachers)

    const picture = createSharePictures({
      folder,
      files,
      db,
      clientDir,
      siteAddress: { find: async () => publicUrl },
    })
    const cards = cardCollections.flatMap((collection) =>
      (entries[collection] ?? []).map(({ _id: id }) => shareCardPath(collection, id)),
    )
    const { pictures } = await api.getSettings()
    const icons = pictures.crest ? Object.values(crestIcons) : []
    for (const address of [siteFiles.shareCard, ...icons, ...cards]) {
      await write(address.slice(1), (await picture(address, now, 'export')).bytes)
    }
    for (const file of await neededBrowserFiles(clientDir, pages)) {
      await copy(path.join(clientDir, ...file.split('/')), file)
    }
    await write(MARKER, JSON.stringify({ product: 'bidyaloy', at: now.toISOString() }))
  })
  return report
}

/** Returns the API responses that the pages' scripts request, by their name in the path. */
async function readData(api: ReadApi) {
  const list = async (collection: CollectionName) => {
    const shown = await api.listEntries({ params: { collection } })
    // A list has only the beginning of a text, and of albums only the first file.
    const whole = shown.map((entry) =>
      entry.excerpt === undefined && entry.fileCount === undefined
        ? entry
        : api.getEntry({ params: { collection, id: entry._id } }),
    )
    return Promise.all(whole)
  }
  const entries: Partial<Record<CollectionName, Entry[]>> = {}
  for (const collection of collectionNames) entries[collection] = await list(collection)
  const records = {
    classes: await api.listClasses(),
    privacy: await api.getPrivacy({}),
    ...(await readFeatures(api)),
  }
  return { entries, records }
}

async function readFeatures(api: ReadApi): Promise<Record<string, unknown>> {
  const lists = recordTypes.map(async ({ name, list }) => [name, await api[list]({})] as const)
  const singles = singleTypes.map(
    async ({ segment, read }) => [segment, await orNull<object>(api[read]({}))] as const,
  )
  const further = features.map((feature) => feature.copyData?.(api) ?? {})
  return Object.assign(
    Object.fromEntries(await Promise.all([...singles, ...lists])),
    ...(await Promise.all(further)),
  )
}

/** Returns the slugs that an entry had before. */
async function formerSlugs(read: EntityManager, id: string): Promise<string[]> {
  const rows = await query<{ slug: string }>(
    read,
    `SELECT former.slug FROM entry_slug AS former JOIN entry ON entry.seq = former.entry_seq
     WHERE entry.id = ? AND former.slug <> entry.slug`,
    [id],
  )
  return rows.map(({ slug }) => slug)
}

/**
 * Returns the addresses of an entry that lead elsewhere, and where to: its files, else its page.
 * @param slugs that it had before
 */
function redirects(
  collection: PagedCollection,
  entry: Entry,
  slugs: readonly string[],
): [from: string, to: string][] {
  const { _id: id } = entry
  const page = entryAddress(collection, entry)
  const lasting = entryPath(collection, id)
  const [first, ...further] = filesOf(entry).map(({ filePath }) => `/${filePath}`)
  return [
    [entryFilePath(collection, id), first ?? page],
    ...further.map((to, at): [string, string] => [entryFilePath(collection, id, at + 2), to]),
    ...(first && !hasPage(collection, entry) ? [[page, first] as [string, string]] : []),
    ...(lasting === page ? [] : [[lasting, page] as [string, string]]),
    ...slugs.map((slug): [string, string] => [entryPath(collection, slug), page]),
  ]
}

/** Returns a page that leads to another address at once, as a plain web host cannot redirect. */
function redirectPage(to: string, title: string): string {
  const [href, text] = [to, title].map(xmlText)
  return [
    `<!doctype html><html lang="bn" dir="ltr"><head>${CHARSET}`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="refresh" content="0; url=${href}"><link rel="canonical" href="${href}">`,
    `<title>${text}</title></head><body><p><a href="${href}">${text}</a></p></body></html>`,
  ].join('')
}

/** Returns the paths of all files in API responses, without the leading slash. */
function filePathsIn(data: unknown): Set<string> {
  const found = new Set<string>()
  JSON.stringify(data, (key, value: unknown) => {
    if (key === 'filePath' && typeof value === 'string') found.add(value)
    return value
  })
  return found
}

/** The copy must not be inside the data folder, nor the data folder inside the public copy. */
function assertSeparate(target: string, dataDir: string): void {
  const inside = (one: string, other: string) => !path.relative(other, one).startsWith('..')
  if (inside(target, dataDir) || inside(dataDir, target)) {
    throw new Error(
      `${target}: the copy and the data folder (${dataDir}) must not contain each other.`,
    )
  }
}

const CHARSET = '<meta charset="utf-8">'

/**
 * Returns a function that makes a rendered page static: adds its security policy and the script that
 * replaces the API.
 */
function staticPages(hashes: Pick<RendererModule, 'scriptHashes' | 'styleHashes'>) {
  const policy = pageHeaders(hashes)['content-security-policy'] ?? ''
  // Not supported in a `meta` element.
  const own = policy.replace(/;?\s*frame-ancestors [^;]*/, '')
  const head =
    `${CHARSET}<meta http-equiv="Content-Security-Policy" content="${xmlText(own)}">` +
    '<script src="/static-copy.js"></script>'
  // Nobody receives a form of a copy: its script answers. Outside of what that hydrates.
  const noScript = `<noscript><p class="wrap">${xmlText(siteMessages['staticCopy.verify'].bn)}</p></noscript>`
  return (html: string): string => {
    const page = html.replace(CHARSET, () => head)
    return html.includes(VERIFY_FORM) ? page.replace(ROOT, noScript + ROOT) : page
  }
}

const ROOT = '<div id="site">'
const VERIFY_FORM = `action="${verifyPages.verify}"`

/**
 * Returns the page at the path of the dashboard, which a copy does not have.
 * @param page HTML of a page of the site, whose style sheet it uses
 */
function noDashboardPage(page: string, dashboard: string | undefined): string {
  const style = /<style>.*?<\/style>/s.exec(page)?.[0] ?? ''
  const text = (key: keyof typeof siteMessages) => xmlText(siteMessages[key].bn)
  const link = (href: string, key: keyof typeof siteMessages) =>
    `<p><a href="${xmlText(href)}">${text(key)}</a></p>`
  return [
    `<!doctype html><html lang="bn" dir="ltr"><head>${CHARSET}`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<title>${text('staticCopy.title')}</title>${style}</head><body><main class="wrap stack">`,
    `<h1>${text('staticCopy.title')}</h1><p>${text('staticCopy.body')}</p>`,
    dashboard ? link(dashboard, 'staticCopy.dashboard') : '',
    link('/', 'staticCopy.home'),
    '</main></body></html>',
  ].join('')
}

/** Files of the dashboard or the build. */
const EXCLUDED = /^\.|\.(br|gz|map)$|^admin\.html$/

/**
 * Returns the built files that the public pages need, as paths below the build folder: all files at
 * its root, and the hashed files that a page or another needed file names. Excludes the dashboard.
 * @param pages HTML of all pages
 */
async function neededBrowserFiles(clientDir: string, pages: Iterable<string>): Promise<string[]> {
  const atRoot = (await fs.readdir(clientDir, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !EXCLUDED.test(entry.name))
    .map(({ name }) => name)
  const hashed = (await fs.readdir(path.join(clientDir, 'assets'))).filter(
    (name) => !EXCLUDED.test(name),
  )
  const needed = new Set<string>()
  const open: string[] = []
  const addNamed = (text: string) => {
    for (const name of hashed) {
      if (needed.has(name) || !text.includes(name)) continue
      needed.add(name)
      if (/\.(js|css|svg)$/.test(name)) open.push(name)
    }
  }
  for (const html of pages) addNamed(html)
  for (const name of atRoot.filter((one) => one.endsWith('.js'))) {
    addNamed(await fs.readFile(path.join(clientDir, name), 'utf8'))
  }
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    addNamed(await fs.readFile(path.join(clientDir, 'assets', name), 'utf8'))
  }
  return [...atRoot, ...[...needed].sort().map((name) => `assets/${name}`)]
}
