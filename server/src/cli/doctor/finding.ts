/** Result of a check. */
export interface Finding {
  /** Subject of the check, as one word; the field is part of the output of `--json`. */
  about: string
  /** `bad`: something does not work or is lost; `warning`: the operator should act. */
  level: 'good' | 'warning' | 'bad'
  /** A sentence, and what to do. */
  text: string
}

/** Creates findings about one subject. */
export const createFindings = (subject: string) => ({
  good: (text: string): Finding => ({ about: subject, level: 'good', text }),
  warning: (text: string): Finding => ({ about: subject, level: 'warning', text }),
  bad: (text: string): Finding => ({ about: subject, level: 'bad', text }),
})

/** Returns a count with its noun, such as "1 file" or "3 files". */
export function countOf(count: number, thing: string, things = `${thing}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? thing : things}`
}

/** Formats a number of bytes, such as "1.5 GB". */
export function formatBytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`
}
