import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'

/** Saves content as a file of the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the file only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS)
}
