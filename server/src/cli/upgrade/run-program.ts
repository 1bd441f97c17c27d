import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/**
 * Runs a program to its end.
 * @param env settings that differ
 * @returns what it printed
 * @throws Error with the last lines that it printed as errors
 */
export async function run(
  program: string,
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Not ended by the loss of the terminal.
    detached: true,
    env: { ...process.env, ...env },
  })
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  const [status] = await once(child, 'close')
  const [output, errors] = await printed
  if (status === 0) return output
  const lines = errors.trim().split('\n').slice(-2).join(' ')
  throw new Error(lines || `${program} ${words.join(' ')} ends with ${status}`)
}

/** Runs a program that prints for the operator. @returns its exit code */
export async function runShown(program: string, words: readonly string[]): Promise<number> {
  const child = spawn(program, words, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [status] = await once(child, 'close')
  return typeof status === 'number' ? status : 1
}
