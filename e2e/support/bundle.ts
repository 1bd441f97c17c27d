import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Bundles a program into one file, so that it starts as fast as the packaged app.
 * @param source path below the project's folder
 * @returns the path of the bundle
 */
export async function bundle(source: string, outDir: string): Promise<string> {
  const name = `${path.basename(source, '.ts')}.mjs`
  await build({
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    ssr: { noExternal: true },
    build: {
      ssr: source,
      outDir,
      target: 'node22',
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: name } },
    },
  })
  return path.join(outDir, name)
}
