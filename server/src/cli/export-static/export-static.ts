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
  shareCardPath,
} from '@bidyaloy/shared/collections/registry'
import type { RendererModule } from '@bidyaloy/shared/render'
import { crestIcons, OFFLINE_PAGE, pagePaths, siteFiles } from '@bidyaloy/shared/site-addresses'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { createSharePictures } from '../../features/share/share-routes.ts'
import { teacherInformationPage } from '../../features/teacher-page/teacher-page-routes.ts'
import { ORIGIN } from '../../http/request.ts'
import { siteDocuments } from '../../site/documents/site-documents.ts'
import { createReadApi } from '../../site/read-api.ts'
import { neededBrowserFiles } from './browser-files.ts'
import { replaceFolder } from './replace-folder.ts'
import { noDashboardPage, staticPages } from './static-page.ts'

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
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
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
      ...Object.values(pagePaths),
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
