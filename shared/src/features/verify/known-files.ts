import type { Verdict } from './verify.ts'

/* What a static copy answers from. Free of zod: its script imports it. */

/** Verdicts on the files that visitors could download when the copy was made. */
export interface KnownFiles {
  entries: { title: string; url: string }[]
  /** By SHA-256; the number is the place of the present entry. */
  files: Record<string, [state: Verdict['state'], at: string, entry?: number]>
}

/** Returns the verdict on a file. @param sha256 in lower case */
export function verdictIn({ entries, files }: KnownFiles, sha256: string): Verdict {
  const known = Object.hasOwn(files, sha256) ? files[sha256] : undefined
  if (!known) return { state: 'unknown' }
  const [state, at, entry = -1] = known
  return { state, at, ...entries[entry] }
}
