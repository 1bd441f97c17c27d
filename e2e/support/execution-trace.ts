import fs from 'node:fs'
import { Session } from 'node:inspector/promises'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const serverFolder = path.join(root, 'server/dist')

/** A script as it runs, and the map to its source files. */
interface MappedScript {
  code: string
  map: SourceMap
  /** Folder that the map's paths are relative to. */
  folder: string
}

/** A function of a script as V8's coverage reports it: its first range is the function itself. */
interface CoveredFunction {
  ranges: readonly { startOffset: number; count: number }[]
}

/**
 * Records which source files execute in the dashboard and in the server, which runs in this process.
 * A file counts when one of its functions is called, not when it is loaded.
 * @returns a function that ends the recording and returns the files, relative to the root
 */
export async function startTrace(page: Page): Promise<() => Promise<Set<string>>> {
  const scripts = await dashboardScripts()
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await page.coverage.startJSCoverage({ resetOnNavigation: false })
  return async () => {
    const inBrowser = await page.coverage.stopJSCoverage()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    await session.post('Profiler.stopPreciseCoverage')
    session.disconnect()
    const files = new Set<string>()
    for (const { url, functions } of inBrowser) {
      const script = scripts.get(path.basename(new URL(url).pathname))
      if (script) addFiles(files, script, functions)
    }
    for (const { url, functions } of result) {
      const script = url.startsWith('file:') ? serverScript(fileURLToPath(url)) : null
      if (script) addFiles(files, script, functions)
    }
    return files
  }
}

function addFiles(
  files: Set<string>,
  { code, map, folder }: MappedScript,
  functions: readonly CoveredFunction[],
): void {
  const lines = lineStarts(code)
  for (const { ranges } of functions) {
    const [{ startOffset = 0, count = 0 } = {}] = ranges
    // The function at 0 is the whole script.
    if (startOffset === 0 || count === 0) continue
    const line = lines.findLastIndex((start) => start <= startOffset)
    const entry = map.findEntry(line, startOffset - (lines[line] ?? 0))
    if (!('originalSource' in entry) || !entry.originalSource) continue
    const file = path.relative(root, path.resolve(folder, entry.originalSource))
    if (/^(web|shared|server)\/src\//.test(file)) files.add(file)
  }
}

function lineStarts(code: string): number[] {
  return [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)]
}

function serverScript(file: string): MappedScript | null {
  if (!file.startsWith(serverFolder) || !fs.existsSync(`${file}.map`)) return null
  return {
    code: fs.readFileSync(file, 'utf8'),
    map: new SourceMap(JSON.parse(fs.readFileSync(`${file}.map`, 'utf8'))),
    folder: path.dirname(file),
  }
}

/** Builds the dashboard again for its source maps, by the names of its scripts. Writes nothing. */
async function dashboardScripts(): Promise<Map<string, MappedScript>> {
  const built = await build({
    configFile: path.join(root, 'web/vite.config.ts'),
    mode: 'admin',
    logLevel: 'error',
    build: { sourcemap: 'hidden', write: false },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const scripts = new Map<string, MappedScript>()
  for (const one of outputs.flatMap((result) => ('output' in result ? result.output : []))) {
    if (one.type !== 'chunk' || !one.map) continue
    scripts.set(path.basename(one.fileName), {
      code: one.code,
      map: new SourceMap(JSON.parse(one.map.toString())),
      folder: path.join(root, 'web/dist/client', path.dirname(one.fileName)),
    })
  }
  return scripts
}
