/**
 * Copies a text; call it from a click. Not by `navigator.clipboard`, which is missing without https
 * and denied in the desktop app.
 * @returns whether it is copied
 */
export function copyText(text: string): boolean {
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', write)
  try {
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', write)
  }
}
