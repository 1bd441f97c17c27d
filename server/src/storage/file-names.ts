import type { StoredFile } from '../db/entities.ts'

/** Returns the name of a stored file in its folder. */
export function fileName({ stem, extension }: Pick<StoredFile, 'stem' | 'extension'>): string {
  return `${stem}.${extension}`
}

/** Returns the name of a picture resized to this width. */
export function resizedName({ stem }: Pick<StoredFile, 'stem'>, width: number): string {
  return `${stem}-${width}.webp`
}

/**
 * Returns the name of the picture of a page (counted from 1) of this width. Browsers cache pictures
 * permanently, so a new rendering has new names.
 */
export function pageName(
  { stem, drawing }: Pick<StoredFile, 'stem' | 'drawing'>,
  page: number,
  width: number,
): string {
  const version = drawing === undefined ? '' : `-d${drawing}`
  return `${stem}${version}-p${page}-${width}.webp`
}

/** Returns the names of all page pictures of a document. */
export function pageNames(file: Pick<StoredFile, 'stem' | 'pages' | 'drawing'>): string[] {
  return (file.pages ?? []).flatMap((resized, index) =>
    resized.map(({ width }) => pageName(file, index + 1, width)),
  )
}

const PAGE_NAME = /^[0-9a-z]+(?:-d([0-9]{1,2}))?-p([0-9]{1,2})-([0-9]{1,4})\.webp$/

/** Returns the current name of a page picture of an earlier rendering; null for all other names. */
export function presentPageName(file: StoredFile, name: string): string | null {
  const [, drawing = '1', page = '', width = ''] = PAGE_NAME.exec(name) ?? []
  const copies = file.pages?.[Number(page) - 1]
  const copy = copies?.find((one) => one.width >= Number(width)) ?? copies?.at(-1)
  const isFormer = Number(drawing) < (file.drawing ?? 1)
  return copy && isFormer ? pageName(file, Number(page), copy.width) : null
}

/** Returns all names of a stored file: its own and those of its resized pictures and pages. */
export function allFileNames(file: StoredFile): string[] {
  const resized = (file.sizes ?? []).map(({ width }) => resizedName(file, width))
  return [fileName(file), ...resized, ...pageNames(file)]
}

const MAX_NAME_LENGTH = 200

/** Returns the client's file name as it is stored: one line, at most 200 characters, the end preserved. */
export function rememberedName(name: string): string {
  const letters = Array.from(
    name
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069/\\]/gu, ' ')
      .trim(),
  )
  if (letters.length <= MAX_NAME_LENGTH) return letters.join('') || 'file'
  return [...letters.slice(0, MAX_NAME_LENGTH - 40), '…', ...letters.slice(-39)].join('')
}

const JPEG = ['jpg', 'jpeg', 'jpe', 'jfif']

/** Returns the name for a download: the stored name with the extension of the content. */
export function downloadName(name: string, extension: string): string {
  const current = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase()
  if (current === undefined) return `${name}.${extension}`
  const same = extension === 'jpg' ? JPEG : [extension]
  return same.includes(current) ? name : `${name.slice(0, -current.length)}${extension}`
}
