/** Lets the browser save what the page has made. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not at once: some browsers begin to read only after the click has ended.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
