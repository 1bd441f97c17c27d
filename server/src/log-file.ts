import fs from 'node:fs'
import path from 'node:path'
import type { DestinationStream } from 'pino'
import { ConfigError } from './config.ts'
import { errorCode } from './lib/node-error.ts'

/** Size in bytes at which a new file begins, and number of former ones that stay. */
const MAX_BYTES = 10 * 1024 * 1024
const FORMER = 2

/**
 * Writes the log to a file, which becomes `<file>.1` and then `<file>.2` when it is full. Synchronous,
 * because the lines before a crash matter most.
 * @throws ConfigError if the file cannot be written
 */
export function openLogFile(file: string, maxBytes = MAX_BYTES): DestinationStream {
  let fd: number | null = null
  let size = 0
  const open = () => {
    const opened = fs.openSync(file, 'a', 0o600)
    size = fs.fstatSync(opened).size
    return opened
  }
  const rotate = () => {
    if (fd !== null) fs.closeSync(fd)
    fd = null
    try {
      for (let n = FORMER; n > 0; n -= 1) {
        const former = n === 1 ? file : `${file}.${n - 1}`
        if (fs.existsSync(former)) fs.renameSync(former, `${file}.${n}`)
      }
    } catch {
      // On Windows another program may hold one of them: the file goes on until the next line.
    }
  }
  try {
    fs.accessSync(path.dirname(file), fs.constants.W_OK)
    fd = open()
  } catch (error) {
    throw new ConfigError(
      `LOG_FILE: ${file} cannot be written (${errorCode(error)}). Name a file in a folder that exists and that the server may write to.`,
    )
  }
  return {
    write(line) {
      try {
        if (size > maxBytes) rotate()
        fd ??= open()
        size += fs.writeSync(fd, line)
      } catch {
        // A full or failing disk is reported by whatever else writes to it.
      }
    },
  }
}
