import type { DataFolder } from '../data-folder.ts'
import type { StoredFile } from '../db/entities.ts'

/** The directory in which files of a collection lie. */
export function directoryOf(
  folder: Pick<DataFolder, 'uploads' | 'galleryUploads'>,
  name: StoredFile['folder'],
): string {
  return name === 'uploads' ? folder.uploads : folder.galleryUploads
}

/** Name of a kept file below its folder. */
export function fileName({ stem, extension }: Pick<StoredFile, 'stem' | 'extension'>): string {
  return `${stem}.${extension}`
}

/** Name of a picture's copy of the given width. */
export function copyName({ stem }: Pick<StoredFile, 'stem'>, width: number): string {
  return `${stem}-${width}.webp`
}

/** Name of the picture of one page (counted from 1) of the given width. */
export function pageName({ stem }: Pick<StoredFile, 'stem'>, page: number, width: number): string {
  return `${stem}-p${page}-${width}.webp`
}

/** The names of the pictures of a document's pages. */
export function pageNames(file: Pick<StoredFile, 'stem' | 'pages'>): string[] {
  return (file.pages ?? []).flatMap((copies, index) =>
    copies.map(({ width }) => pageName(file, index + 1, width)),
  )
}

/** Every name that belongs to a kept file: its own and those of its copies and pages. */
export function allFileNames(file: StoredFile): string[] {
  const copies = (file.sizes ?? []).map(({ width }) => copyName(file, width))
  return [fileName(file), ...copies, ...pageNames(file)]
}

const MAX_NAME_LENGTH = 200

/** The sender's name of a file as it is remembered: one line, at most 200 letters, its end kept. */
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

/** The remembered name as a download is offered: with the extension that the content has. */
export function downloadName(name: string, extension: string): string {
  const given = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase()
  if (given === undefined) return `${name}.${extension}`
  const same = extension === 'jpg' ? JPEG : [extension]
  return same.includes(given) ? name : `${name.slice(0, -given.length)}${extension}`
}
