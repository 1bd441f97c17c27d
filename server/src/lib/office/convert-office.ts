import { spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { JobError } from '../worker-entry.ts'

/** The older formats, and those into which LibreOffice converts them. */
export const CONVERTED: Readonly<Record<string, string>> = { doc: 'docx', xls: 'xlsx', ppt: 'pptx' }

/** Bounds of a conversion: seconds of CPU, and KiB of address space, of which it uses a tenth. */
const LIMITS = `ulimit -t 60; ulimit -v ${4 * 1024 * 1024}; ulimit -f ${64 * 1024}`
const TIMEOUT_MS = 120_000

/**
 * Converts a file of an older version of Word, Excel or PowerPoint with an installed LibreOffice, which has
 * a profile of its own each time, so that no macro, extension or setting remains.
 * @param program absolute path of `soffice`
 * @returns the bytes of the newer format
 * @throws Error `ETIME` if a busy machine did not finish in time; JobError if the file cannot be converted
 */
export async function convertOffice(
  program: string,
  file: string,
  extension: string,
): Promise<Buffer> {
  const target = CONVERTED[extension]
  if (!target) throw new RangeError(`Files of type ${extension} are not converted`)
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-office-'))
  try {
    const source = path.join(folder, `file.${extension}`)
    await fs.copyFile(file, source)
    await run(program, folder, [
      ...['--headless', '--norestore', '--nolockcheck'],
      `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile'))}`,
      ...['--convert-to', target, '--outdir', folder, source],
    ])
    return await fs.readFile(path.join(folder, `file.${target}`)).catch((cause: unknown) => {
      throw new JobError('unreadable', cause)
    })
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}

/** Runs the program in a process group, which a time-out kills as a whole. */
function run(program: string, folder: string, args: readonly string[]): Promise<void> {
  const child = spawn('/bin/sh', ['-c', `${LIMITS}; exec "$@"`, 'sh', program, ...args], {
    cwd: folder,
    // No settings of the server.
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder },
    stdio: 'ignore',
    detached: true,
  })
  return new Promise((resolve, reject) => {
    const endAll = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
    const timer = setTimeout(() => {
      endAll()
      reject(Object.assign(new Error(`Took longer than ${TIMEOUT_MS} ms`), { code: 'ETIME' }))
    }, TIMEOUT_MS)
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.on('exit', () => {
      clearTimeout(timer)
      endAll()
      // Whether a file was written says more than the exit code.
      resolve()
    })
  })
}
