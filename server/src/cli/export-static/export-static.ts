import fs from 'node:fs/promises'
import path from 'node:path'
import type { ReadApi } from '@bidyaloy/shared/api/api'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import {
  type CollectionName,
  collectionNames,
  entryPath,
  pagedCollections,
  publicPages,
  shareCardPath,
} from '@bidyaloy/shared/collections/registry'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import type { RendererModule } from '@bidyaloy/shared/render'
import { crestIcons, OFFLINE_PAGE, siteFiles } from '@bidyaloy/shared/site-addresses'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { createSharePictures } from '../../features/share/share-routes.ts'
import { teacherInformationPage } from '../../features/site-records/teacher-page-routes.ts'
import { ORIGIN } from '../../http/request.ts'
import { pageHeaders } from '../../http/security-headers.ts'
import { newId } from '../../ids.ts'
import { isNodeError } from '../../node-error.ts'
import { siteDocuments } from '../../site/documents/site-documents.ts'
import { xmlText } from '../../site/documents/xml.ts'
import { createReadApi } from '../../site/read-api.ts'

/** Says that a folder was made here, and may be replaced. */
const MARKER = 'bidyaloy-copy.json'

interface ExportDeps {
  db: Database
  folder: DataFolder
  renderer: RendererModule
  /** Folder of the built browser files. */
  clientDir: string
}

interface ExportOrder {
  /** Where the copy is to lie; absolute. */
  target: string
  now: Date
  /** Where the copy will be reached, without a trailing slash; absent: no absolute link is made. */
  publicUrl: string | undefined
  /** Address of the site's dashboard, if it is reached elsewhere. */
  dashboard: string | undefined
}

interface ExportReport {
  folder: string
  pages: number
  files: number
  /** Of everything written. */
  bytes: number
  /** Files that records name but that are not there. */
  missing: string[]
}

/**
 * Writes the whole public site, as visitors see it at `now`, as plain files that any web host can
 * serve from the root of an address.
 * @throws with one line to read where the place is taken
 */
export async function exportStatic(deps: ExportDeps, order: ExportOrder): Promise<ExportReport> {
  const { db, folder, clientDir, renderer } = deps
  const { target, now, publicUrl, dashboard } = order
  assertApart(target, folder.root)
  const api = createReadApi(db, now)
  const here = publicUrl !== undefined && { publicUrl }
  const makeStatic = staticPages(renderer)
  const report: ExportReport = { folder: target, pages: 0, files: 0, bytes: 0, missing: [] }

  await replaceFolder(target, MARKER, async (root) => {
    const write = async (address: string, content: string | Buffer) => {
      const file = path.join(root, ...address.split('/'))
      await fs.mkdir(path.dirname(file), { recursive: true })
      await fs.writeFile(file, content)
      report.files += 1
      report.bytes += Buffer.byteLength(content)
    }
    const copy = async (from: string, address: string) => {
      const file = path.join(root, ...address.split('/'))
      await fs.mkdir(path.dirname(file), { recursive: true })
      await fs.copyFile(from, file, fs.constants.COPYFILE_FICLONE)
      // In the data folder only its owner may read it; here whoever serves the copy must.
      await fs.chmod(file, 0o644)
      report.files += 1
      report.bytes += (await fs.stat(file)).size
    }

    const { entries, records } = await readData(api)
    const data = { ...entries, ...records }
    for (const [name, content] of Object.entries(data)) {
      await write(`data/${name}.json`, JSON.stringify(content))
    }
    for (const address of filePathsIn(data)) {
      await copy(path.join(folder.root, ...address.split('/')), address).catch((error: unknown) => {
        if (!isNodeError(error, 'ENOENT')) throw error
        report.missing.push(address)
      })
    }

    const pages = new Set<string>()
    const draw = async (address: string, file: string) => {
      const page = await renderer.render(new Request(ORIGIN + address), { api, now, ...here })
      const html = makeStatic(await page.text())
      pages.add(html)
      report.pages += 1
      await write(file, html)
      return html
    }
    const shown = pagedCollections.flatMap((collection) =>
      (entries[collection] ?? []).map(({ _id: id }) => ({ collection, id })),
    )
    const addresses = [
      ...publicPages(),
      ...shown.map(({ collection, id }) => entryPath(collection, id)),
      OFFLINE_PAGE,
    ]
    for (const address of addresses) await draw(address, `${address.slice(1)}/index.html`)
    const nothing = await draw('/404', '404.html')
    await write('admin/login/index.html', makeStatic(noDashboardPage(nothing, dashboard)))

    for (const [address, make] of siteDocuments) {
      const document = await make({ api, now, publicUrl })
      if (document) await write(address.slice(1), document.body)
    }
    const teachers = await orNone(teacherInformationPage(db.read))
    if (teachers !== null) await write('TeacherInformation.html', teachers)

    const picture = createSharePictures({ folder, db, clientDir, publicUrl })
    const cards = shown.map(({ collection, id }) => shareCardPath(collection, id))
    const icons = records.settings.pictures.crest ? Object.values(crestIcons) : []
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

/** What the pages' scripts would ask the API for, by the name in its address. */
async function readData(api: ReadApi) {
  const list = (collection: CollectionName) => api.listEntries({ params: { collection } })
  const entries: Partial<Record<CollectionName, Entry[]>> = {}
  for (const collection of collectionNames) entries[collection] = await list(collection)
  const records = {
    schoolInfo: await orNone(api.getSchoolInfo()),
    contactus: await orNone(api.getContact()),
    studentCounts: await api.listStudentCounts(),
    settings: await api.getSettings(),
    teacherPage: await orNone(api.getTeacherPage()),
  }
  return { entries, records }
}

/** Null where nothing has been saved yet. */
async function orNone<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}

/** Every file that an answer of the API leads to, without the leading slash. */
function filePathsIn(data: unknown): Set<string> {
  const found = new Set<string>()
  JSON.stringify(data, (key, value: unknown) => {
    if (key === 'filePath' && typeof value === 'string') found.add(value)
    return value
  })
  return found
}

/** Nothing but the server's own is ever in the data folder, and nothing of it in a public one. */
function assertApart(target: string, dataDir: string): void {
  const inside = (one: string, other: string) => !path.relative(other, one).startsWith('..')
  if (inside(target, dataDir) || inside(dataDir, target)) {
    throw new Error(`${target}: the copy must lie apart from the data folder (${dataDir}).`)
  }
}

const CHARSET = '<meta charset="utf-8">'

/**
 * Makes a drawn page one that needs no server: it carries its security policy itself, and its
 * scripts are answered by the stand-in for the API.
 */
function staticPages(hashes: Pick<RendererModule, 'scriptHashes' | 'styleHashes'>) {
  const policy = pageHeaders(hashes)['content-security-policy'] ?? ''
  // A page may not say this of itself.
  const own = policy.replace(/;?\s*frame-ancestors [^;]*/, '')
  const head =
    `${CHARSET}<meta http-equiv="Content-Security-Policy" content="${xmlText(own)}">` +
    '<script src="/static-copy.js"></script>'
  return (html: string): string => html.replace(CHARSET, () => head)
}

/**
 * What stands where the dashboard is elsewhere.
 * @param page one of the site's own, whose style sheet it takes
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

/** Belong to the dashboard, or to the build alone. */
const LEFT_OUT = /^\.|\.(br|gz|map)$|^admin\.html$/

/**
 * The built browser files that the public pages need, as paths below the folder of the build: those
 * at its root, and of the hashed ones what a page names, or what such a file names in turn. What only
 * the dashboard uses stays behind.
 * @param pages HTML of all pages
 */
async function neededBrowserFiles(clientDir: string, pages: Iterable<string>): Promise<string[]> {
  const atRoot = (await fs.readdir(clientDir, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !LEFT_OUT.test(entry.name))
    .map(({ name }) => name)
  const hashed = (await fs.readdir(path.join(clientDir, 'assets'))).filter(
    (name) => !LEFT_OUT.test(name),
  )
  const needed = new Set<string>()
  const open: string[] = []
  const look = (text: string) => {
    for (const name of hashed) {
      if (needed.has(name) || !text.includes(name)) continue
      needed.add(name)
      if (/\.(js|css|svg)$/.test(name)) open.push(name)
    }
  }
  for (const html of pages) look(html)
  for (const name of atRoot.filter((one) => one.endsWith('.js'))) {
    look(await fs.readFile(path.join(clientDir, name), 'utf8'))
  }
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    look(await fs.readFile(path.join(clientDir, 'assets', name), 'utf8'))
  }
  return [...atRoot, ...[...needed].sort().map((name) => `assets/${name}`)]
}

/**
 * Puts a new folder in the place of one that was made the same way: it is filled beside its place
 * and renamed once it is whole. Whatever goes wrong, what was there stays.
 * @param marker a file that every such folder holds; one without it is somebody else's
 * @throws with one line to read where the place is taken
 */
async function replaceFolder(
  target: string,
  marker: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const isThere = await assertReplaceable(target, marker)
  const fresh = `${target}.new-${newId()}`
  await fs.mkdir(fresh, { recursive: true })
  try {
    await fill(fresh)
    if (isThere) await swap(fresh, target)
    else await fs.rename(fresh, target)
  } catch (error) {
    await fs.rm(fresh, { recursive: true, force: true })
    throw error
  }
}

async function assertReplaceable(target: string, marker: string): Promise<boolean> {
  const found = await fs.stat(target).catch(() => null)
  if (!found) return false
  const names = found.isDirectory() ? await fs.readdir(target) : null
  if (names && (names.length === 0 || names.includes(marker))) return true
  throw new Error(
    `${target}: there is something else (no ${marker} in it). Nothing was touched. Name a new or empty folder.`,
  )
}

/** A folder cannot be renamed over another: the old one steps aside, and comes back if need be. */
async function swap(fresh: string, target: string): Promise<void> {
  const aside = path.join(path.dirname(target), `${path.basename(target)}.old-${newId()}`)
  await fs.rename(target, aside)
  try {
    await fs.rename(fresh, target)
  } catch (error) {
    await fs.rename(aside, target)
    throw error
  }
  await fs.rm(aside, { recursive: true, force: true })
}
