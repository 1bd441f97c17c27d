import fs from 'node:fs'
import path from 'node:path'

/** The program's log: what happened, never what was written or by whom. */
interface LogFile {
  write(event: string, details?: unknown): void
}

/** Bytes after which a log is put aside; there is one older one. */
export const MAX_LOG = 512 * 1024
const MAX_DETAILS = 2000

/**
 * @param folder made if need be
 * A log that cannot be written is not worth a failure: the line is lost.
 */
export function openLogFile(folder: string, now = () => new Date()): LogFile {
  const file = path.join(folder, 'program.log')
  let size = 0
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  } catch {
    // The first line tells.
  }
  return {
    write(event, details) {
      const line = `${now().toISOString()} ${event}${describe(details)}\n`
      try {
        if (size > MAX_LOG) {
          fs.renameSync(file, path.join(folder, 'program.old.log'))
          size = 0
        }
        // At once: the line before a crash is the one that counts.
        fs.appendFileSync(file, line, { mode: 0o600 })
        size += Buffer.byteLength(line)
      } catch {
        // A full or failing disk has been told of where it matters.
      }
    },
  }
}

function describe(details: unknown): string {
  if (details === undefined) return ''
  const text =
    details instanceof Error ? (details.stack ?? details.message) : JSON.stringify(details)
  return ` ${withoutSecrets(text ?? '').slice(0, MAX_DETAILS)}`.replaceAll('\n', ' | ')
}

/** Tokens have no business in messages; should one get there, it stays out of the file. */
function withoutSecrets(text: string): string {
  return text
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]')
    .replace(/bearer\s+[^\s"']+/gi, 'Bearer [token]')
}
