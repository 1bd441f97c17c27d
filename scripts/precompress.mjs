import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|html)$/
const LEAST_BYTES = 512

/**
 * Lays `.br` and `.gz` beside every text file below `dir`, as tight as they go: done once at build,
 * so that the server sends them as they are.
 */
export async function precompress(dir) {
  for (const entry of await fs.readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    const bytes = await fs.readFile(file)
    if (bytes.length < LEAST_BYTES) continue
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
      }),
      promisify(gzip)(bytes, { level: 9 }),
    ])
    await Promise.all([fs.writeFile(`${file}.br`, br), fs.writeFile(`${file}.gz`, gz)])
  }
}
