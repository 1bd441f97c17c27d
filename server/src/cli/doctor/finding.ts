/** What one look has shown. */
export interface Finding {
  /** What was looked at, as one word. */
  about: string
  /** `bad`: something does not work or is lost; `warning`: something should be done. */
  level: 'good' | 'warning' | 'bad'
  /** A sentence, and what to do where something is to be done. */
  text: string
}

/** Makes the findings about one matter. */
export const findingsAbout = (about: string) => ({
  good: (text: string): Finding => ({ about, level: 'good', text }),
  warning: (text: string): Finding => ({ about, level: 'warning', text }),
  bad: (text: string): Finding => ({ about, level: 'bad', text }),
})

/** "1 file", "3 files". */
export function some(count: number, thing: string): string {
  return `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`
}

/** Bytes in words, such as "1.5 GB". */
export function inWords(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`
}
