/** A parser of strangers' bytes, and what must hold of it. */
export interface Target {
  /** Name of its folder in `corpus/`. */
  name: string
  /** Words of its format, which are put into inputs. */
  tokens: readonly string[]
  /**
   * Parses an input and checks what came of it.
   * @returns what came of it; inputs whose results look new are changed further
   * @throws whatever the parser does not declare, and if a check fails
   */
  run(bytes: Buffer): unknown
}

/** Bytes of the longest input: enough to tell a time that grows with the square of the length. */
export const MAX_INPUT_BYTES = 64 * 1024

/** CPU time that an input may take: beside the garbage of earlier ones, and for each KB. */
const CPU_MS = 300
const CPU_MS_PER_KB = 15
/** A busy machine makes single runs slow. */
const SLOW_RUNS = 3

/** Runs an input. @throws Error if a check fails or it takes too long */
export async function runInput(target: Target, bytes: Buffer): Promise<unknown> {
  const max = CPU_MS + (CPU_MS_PER_KB * bytes.length) / 1024
  for (let run = 1; ; run += 1) {
    const before = process.cpuUsage()
    const result = await target.run(Buffer.from(bytes))
    const { user, system } = process.cpuUsage(before)
    const took = (user + system) / 1000
    if (took <= max) return result
    if (run === SLOW_RUNS) {
      throw new Error(
        `takes ${Math.round(took)} ms of CPU for ${bytes.length} bytes, of ${Math.round(max)}`,
      )
    }
  }
}

/** Returns what a parser makes, or why it refuses. @param declared the errors it may throw */
export async function madeOrRefused<T>(
  parse: () => T | Promise<T>,
  declared: (error: unknown) => boolean,
): Promise<{ made: T } | { refused: string }> {
  try {
    return { made: await parse() }
  } catch (error) {
    if (!(error instanceof Error && declared(error))) throw error
    return { refused: `${error.name} ${error.message}` }
  }
}

/** Returns a result without its words and numbers: inputs with the same one are of a kind. */
export function shapeOf(result: unknown): string {
  return (JSON.stringify(result) ?? '')
    .replace(/0x[0-9a-f]+/gi, '0')
    .replace(/\p{L}[\p{L}\p{M}]*/gu, (word) => (word.length > 12 ? 'aa' : 'a'))
    .replace(/\p{N}{2,}/gu, ({ length }) => '9'.repeat(Math.min(length, 6)))
    .replace(/(.{1,12})\1+/g, '$1+')
    .slice(0, 300)
}
