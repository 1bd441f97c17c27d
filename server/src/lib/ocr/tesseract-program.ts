import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Bounds of one pass: seconds of CPU, and KiB of memory as for the worker itself. */
const LIMITS = `ulimit -t 20; ulimit -v ${400 * 1024}`
/** A full page is 60 kB. */
const MAX_TABLE = 8 * 2 ** 20

/**
 * Runs an installed Tesseract on a picture (PGM).
 * @returns its table of words
 */
export async function runTesseract(
  program: string,
  picture: Uint8Array,
  settings: readonly string[],
): Promise<string> {
  const command = [program, 'stdin', 'stdout', ...settings, 'tsv']
  const pass = run('/bin/sh', ['-c', `${LIMITS}; exec "$@"`, 'sh', ...command], {
    // One core, as the built-in one.
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
    maxBuffer: MAX_TABLE,
  })
  // A program that ends early closes its input; the result says why.
  pass.child.stdin?.on('error', () => undefined).end(picture)
  return (await pass).stdout
}
