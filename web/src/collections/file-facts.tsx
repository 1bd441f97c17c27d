import { formatFileSize } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { fileKindByMimeType } from '@bidyaloy/shared/collections/file-kinds'

/** What a visitor reads about the kind of an entry's file: «PDF», «ছবি»; empty where unknown. */
export function fileLabel({ mimeType }: Pick<Entry, 'mimeType'>): string {
  return mimeType ? (fileKindByMimeType(mimeType)?.label ?? '') : ''
}

/** The address of an entry's file, or undefined where it has none. */
export function fileHref({ filePath }: Pick<Entry, 'filePath'>): string | undefined {
  return filePath ? `/${filePath}` : undefined
}

/** The file's size for reading; empty where unknown. */
export function fileSize({ size }: Pick<Entry, 'size'>): string {
  return size === undefined ? '' : formatFileSize(size)
}

/** The kind of a file, marked as English where it is a Latin abbreviation. */
export function FileLabel({ entry }: { entry: Pick<Entry, 'mimeType'> }) {
  const label = fileLabel(entry)
  return <span lang={/^[A-Z]/.test(label) ? 'en' : undefined}>{label}</span>
}
