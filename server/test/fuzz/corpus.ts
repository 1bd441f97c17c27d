import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, 'corpus')

/** Reads the inputs of a target: samples, and what was found. */
export function corpusOf(target: string): { name: string; bytes: Buffer }[] {
  const own = path.join(folder, target)
  return fs
    .readdirSync(own)
    .sort()
    .map((name) => ({ name, bytes: fs.readFileSync(path.join(own, name)) }))
}

/** Keeps an input that a target fails with: `npm test` runs it from now on. @returns its path */
export function keepFound(target: string, bytes: Uint8Array): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const file = path.join(folder, target, `found-${hash}`)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, bytes)
  return file
}
