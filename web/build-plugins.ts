import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build, type Plugin } from 'vite'
import type { ClientAssets } from './src/site/document.ts'

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

interface SiteBuild {
  root: string
  /** Modules below `root`. */
  clientEntry: string
  startEntry: string
  /** Browsers, as in Vite's `build.target`. */
  target: string[]
}

/**
 * Provides the hashed files that the browser needs (`virtual:client-assets`), from the manifest of
 * the client build, which runs before the renderer's.
 */
export function clientAssets({ root, clientEntry, startEntry, target }: SiteBuild): Plugin {
  const id = 'virtual:client-assets'
  const manifestFile = resolve(root, 'dist/client/.vite/manifest.json')
  return {
    name: 'client-assets',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return undefined
      this.addWatchFile(manifestFile)
      this.addWatchFile(resolve(root, startEntry))
      const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<
        string,
        ManifestChunk
      >
      const address = (file: string) => `/${file}`
      const textOf = (file: string) => readFileSync(resolve(root, 'dist/client', file), 'utf8')
      const [entry, ...imported] = chunksOf(manifest, clientEntry)
      if (!entry) throw new Error(`${manifestFile} knows no ${clientEntry}`)
      const shared = sheetsOf([entry, ...imported])
      const pages = Object.keys(manifest).flatMap((key) => {
        const [, page] = PAGE.exec(key) ?? []
        const chunks = chunksOf(manifest, key).filter(
          (chunk) => chunk !== entry && !imported.includes(chunk),
        )
        const sheets = sheetsOf(chunks).filter((file) => !shared.includes(file))
        return page === undefined ? [] : [{ page, sheets, scripts: chunks.map(({ file }) => file) }]
      })
      const scripts = [...imported, entry].map(({ file }) => address(file))
      const assets: ClientAssets = {
        start: await bundleStart(
          resolve(root, startEntry),
          { scripts, sheets: shared.map(address) },
          target,
        ),
        styles: shared.map(textOf).join(''),
        sheets: Object.fromEntries(
          [...new Set(pages.flatMap(({ sheets }) => sheets))].map((file) => [
            address(file),
            textOf(file),
          ]),
        ),
        pages: Object.fromEntries(
          pages.map(({ page, sheets, scripts }) => [
            page,
            { sheets: sheets.map(address), scripts: scripts.map(address) },
          ]),
        ),
      }
      return `export default ${JSON.stringify(assets)}`
    },
  }
}

/**
 * Returns the text of the inline module that loads the site's scripts.
 * @param files addresses of the scripts, and of the sheets of every page
 */
async function bundleStart(
  input: string,
  { scripts, sheets }: Record<'scripts' | 'sheets', readonly string[]>,
  target: string[],
): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { SITE_SCRIPTS: JSON.stringify(scripts), SITE_SHEETS: JSON.stringify(sheets) },
    build: { write: false, target, modulePreload: false, rolldownOptions: { input } },
  })
  for (const { output } of [built].flat().filter((one) => 'output' in one)) {
    const [{ code }] = output
    return code.trim()
  }
  throw new Error(`${input} was not built`)
}

/** The module of a public page; not its tests, nor the parts that several pages import. */
const PAGE = /^src\/(?:site\/pages|features\/[\w-]+)\/([\w-]+)\.tsx?$/

/** Returns a module's chunk and all chunks that it imports statically. */
function chunksOf(
  manifest: Readonly<Record<string, ManifestChunk>>,
  module: string,
): ManifestChunk[] {
  const found = new Map<string, ManifestChunk>()
  const collect = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || found.has(key)) return
    found.set(key, chunk)
    chunk.imports?.forEach(collect)
  }
  collect(module)
  return [...found.values()]
}

function sheetsOf(chunks: readonly ManifestChunk[]): string[] {
  return [...new Set(chunks.flatMap(({ css = [] }) => css))]
}

/** A few lines that the bundler adds. */
const BUNDLER_RUNTIME = '\0rolldown/runtime.js'

/** The part of the bundler's module graph that is used here. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const SHEET = /\/([\w-]+)\.css$/

/** A chunk of its own: the browser handles input between the tasks that start two chunks. */
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//

/**
 * Puts everything that the first page needs into two chunks, and what the screen of `lazy` needs beside it
 * into another. By default the bundler splits wherever a lazy page shares a module; each split costs a
 * request and compresses worse.
 * @param entry absolute path of the entry module
 * @param lazy absolute path of the lazy module that most visits begin with, and the name of its chunk
 */
export function firstPageChunks(
  entry: string,
  name: string,
  lazy?: { module: string; name: string },
) {
  let needed: Set<string> | undefined
  let neededNext: Set<string> | undefined
  return (id: string, graph: ModuleGraph): string | null => {
    needed ??= importedFrom(entry, graph)
    neededNext ??= lazy ? importedFrom(lazy.module, graph) : new Set()
    if (id === BUNDLER_RUNTIME || REACT.test(id)) return 'react'
    if (needed.has(id)) return name
    if (lazy && neededNext.has(id)) return lazy.name
    // Each sheet of the other pages stays a file of its own, which pages share.
    return SHEET.exec(id)?.[1] ?? null
  }
}

/** A module and all its static imports, transitively. */
function importedFrom(entry: string, graph: ModuleGraph): Set<string> {
  const found = new Set<string>()
  const collect = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(collect)
  }
  collect(entry)
  return found
}

/**
 * Lets the bundler drop React Router's own links and forms, which the public site does not use:
 * without this, assigning their names for the developer tools counts as use.
 */
export function unusedRouterParts(): Plugin {
  return {
    name: 'unused-router-parts',
    transform(code, id) {
      if (!id.includes('/react-router/dist/')) return undefined
      return code
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/= (React\d*\.forwardRef\()/g, '= /* @__PURE__ */ $1')
    },
  }
}

/** Takes infinite queries out of TanStack Query: the public site has none. */
export function unusedQueryParts(): Plugin {
  const used = /\w+\(this\.options\.pages\)/
  return {
    name: 'unused-query-parts',
    transform(code, id) {
      if (!id.includes('/query-core/') || !id.endsWith('/query.js')) return undefined
      if (!used.test(code)) throw new Error(`${id} no longer has infinite queries as expected`)
      return code.replace(used, 'undefined')
    },
  }
}

const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** Writes a `.br` and a `.gz` next to each text file, so the server never compresses them. */
export function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))
      for (const name of texts) {
        const file = resolve(dir, name)
        const content = await readFile(file)
        for (const [extension, compress] of Object.entries(compressors)) {
          await writeFile(`${file}.${extension}`, await compress(content))
        }
      }
    },
  }
}
