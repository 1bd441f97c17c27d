import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

/**
 * Tells the renderer which hashed files the browser needs (`virtual:client-assets`), from the
 * manifest that the client build, which runs first, has left behind.
 */
export function clientAssets(root: string, clientEntry: string): Plugin {
  const id = 'virtual:client-assets'
  const manifestFile = resolve(root, 'dist/client/.vite/manifest.json')
  return {
    name: 'client-assets',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined
      this.addWatchFile(manifestFile)
      const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<
        string,
        ManifestChunk
      >
      const chunks = new Map<string, ManifestChunk>()
      const collect = (key: string) => {
        const chunk = manifest[key]
        if (!chunk || chunks.has(key)) return
        chunks.set(key, chunk)
        chunk.imports?.forEach(collect)
      }
      collect(clientEntry)
      const [entry, ...imported] = [...chunks.values()]
      if (!entry) throw new Error(`${manifestFile} knows no ${clientEntry}`)
      const address = (file: string) => `/${file}`
      const assets = {
        script: address(entry.file),
        imports: imported.map((chunk) => address(chunk.file)),
        styles: [...new Set([...chunks.values()].flatMap((chunk) => chunk.css ?? []))]
          .map((file) => readFileSync(resolve(root, 'dist/client', file), 'utf8'))
          .join(''),
      }
      return `export default ${JSON.stringify(assets)}`
    },
  }
}

/** What the bundler itself adds, of a few lines. */
const BUNDLER_RUNTIME = '\0rolldown/runtime.js'

/** The part of a bundler's knowledge that is used here. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** What takes longest to begin with: a file of its own is a task of its own, between which fingers are answered. */
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//

/**
 * Gathers all that every page needs in two chunks. Left alone the bundler cuts it wherever a page that
 * is loaded later shares something, and each cut is a further request that compresses worse.
 * @param entry absolute path of the module with which everything begins
 */
export function neededAtOnce(entry: string, name: string) {
  let needed: Set<string> | undefined
  return (id: string, graph: ModuleGraph): string | null => {
    needed ??= importedFrom(entry, graph)
    if (id === BUNDLER_RUNTIME || (needed.has(id) && REACT.test(id))) return 'react'
    return needed.has(id) ? name : null
  }
}

/** A module, what it imports, what that imports, and so on; not what is loaded later. */
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

const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** Lays a `.br` and a `.gz` beside each text file, so that the server never compresses them. */
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
