import fs from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError, SETTINGS } from './config.ts'
import { errorCode, isNodeError } from './lib/node-error.ts'

/** Variables of the runtime, of compose and of other tools that may stand beside the settings. */
const OTHERS = /^(NODE_|UV_|COMPOSE_|DOCKER_|PG|MALLOC_|npm_|LC_)|_proxy$|^(DEBUG|LANG|TZ)$/i

/**
 * Adds the settings of `.env` in the working directory to the environment, whose own values win.
 * @returns a line for each name that is no setting, usually a mistyped one
 * @throws ConfigError if the file exists and cannot be read
 */
export function loadSettingsFile(env: NodeJS.ProcessEnv): string[] {
  const file = path.resolve('.env')
  const values = parseEnv(readSettings(file))
  for (const [name, value] of Object.entries(values)) env[name] ??= value
  return Object.keys(values)
    .filter((name) => !SETTINGS.includes(name) && !OTHERS.test(name))
    .map((name) => {
      const like = nearest(name)
      return `${file}: ${name} is no setting.${like ? ` Did you mean ${like}?` : ''}`
    })
}

function readSettings(file: string): string {
  let bytes: Buffer
  try {
    bytes = fs.readFileSync(file)
  } catch (error) {
    // Without the file, all settings come from the environment.
    if (isNodeError(error, 'ENOENT') && !fs.lstatSync(file, { throwIfNoEntry: false })) return ''
    throw new ConfigError(
      `${file} cannot be read by this user (${errorCode(error)}). Give the user the right to read it, or run the command with sudo.`,
    )
  }
  try {
    // Without the byte order mark that editors write; UTF-16 has zero bytes.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Reported below.
  }
  throw new ConfigError(`${file} is no UTF-8 text. Save it as UTF-8.`)
}

/** Returns the setting whose name differs least, if it differs in no more than a third. */
function nearest(name: string): string | undefined {
  const [like] = SETTINGS.map((setting) => ({ setting, edits: editsBetween(name, setting) }))
    .filter(({ setting, edits }) => edits <= setting.length / 3)
    .sort((a, b) => a.edits - b.edits)
  return like?.setting
}

/** Returns the number of letters to insert, delete or replace (Levenshtein). */
function editsBetween(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [row, letter] of [...a.toUpperCase()].entries()) {
    const line = [row + 1]
    for (const [at, other] of [...b].entries()) {
      const replaced = (above[at] ?? 0) + (letter === other ? 0 : 1)
      line.push(Math.min(replaced, (above[at + 1] ?? 0) + 1, (line[at] ?? 0) + 1))
    }
    above = line
  }
  return above[b.length] ?? 0
}
