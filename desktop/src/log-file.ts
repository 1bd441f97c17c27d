import fs from 'node:fs'
import path from 'node:path'

/** The app's log: events and errors, never record contents or user names. */
interface LogFile {
  write(event: string, details?: unknown): void
}

/** Size in bytes at which the log rotates; one older file remains. */
export const MAX_LOG = 512 * 1024
const MAX_DETAILS = 2000

/**
 * Opens the log synchronously, so that it works before Electron is ready. Write errors are ignored.
 * @param folder created if missing
 */
export function openLogFile(folder: string, now = () => new Date()): LogFile {
  const file = path.join(folder, 'program.log')
  let size = 0
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  } catch {
    // Writing fails as well, and is ignored there.
  }
  return {
    write(event, details) {
      const line = `${now().toISOString()} ${event}${describe(details)}\n`
      try {
        if (size > MAX_LOG) {
          fs.renameSync(file, path.join(folder, 'program.old.log'))
          size = 0
        }
        // Synchronous, because the line before a crash matters most.
        fs.appendFileSync(file, line, { mode: 0o600 })
        size += Buffer.byteLength(line)
      } catch {
        // A full or failing disk is reported by whatever else writes to it.
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

/** Redacts tokens that an error message may contain. */
function withoutSecrets(text: string): string {
  return text
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]')
    .replace(/bearer\s+[^\s"']+/gi, 'Bearer [token]')
}
