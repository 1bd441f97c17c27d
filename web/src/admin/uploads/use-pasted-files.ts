import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { type RefObject, useEffect, useRef } from 'react'
import { withCopy } from '../t.ts'

const t = withCopy(entriesCopy)

/**
 * Takes files pasted anywhere on the page. Ignores text pasted into a field, and any paste while a
 * dialog is open that does not contain `scope`.
 */
export function usePastedFiles(
  scope: RefObject<HTMLElement | null>,
  onFiles: ((files: File[]) => void) | null,
): void {
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = onFiles
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event
      const files = Array.from(clipboardData?.files ?? [])
      if (!take.current || files.length === 0 || event.defaultPrevented) return
      // The last one is on top.
      const [dialog] = Array.from(document.querySelectorAll('dialog[open]')).reverse()
      if (dialog && !dialog.contains(scope.current)) return
      const writing = target instanceof Element && target.closest('input, textarea')
      if (writing && clipboardData?.types.includes('text/plain')) return
      event.preventDefault()
      take.current(files.map(withName))
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [scope])
}

/** Renames a picture from the clipboard, which is always called `image.png`. */
function withName(file: File): File {
  const [, extension] = /^image\.(\w+)$/.exec(file.name) ?? []
  if (!extension) return file
  return new File([file], `${t('upload.pasted')}.${extension}`, { type: file.type })
}

/** Whether a file was named by `withName`. */
export function isPasted({ name }: Pick<File, 'name'>): boolean {
  return name.startsWith(t('upload.pasted'))
}
