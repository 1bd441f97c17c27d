import type { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import type { Sheet } from './entry-sheets.tsx'

/* The files of an entry as they are arranged in its dialog, while the stored ones change too. */

/** The sheets of an entry as they were arranged. */
export interface Arrangement {
  /** The stored sheets at that time. */
  stored: readonly Sheet[]
  sheets: readonly Sheet[]
}

/**
 * Returns the sheets as arranged, without those that another admin has removed, and with added ones.
 * @param pathOf path of a new file that has arrived
 */
export function sheetsOf(
  arranged: Arrangement | null,
  stored: readonly Sheet[],
  pathOf: (file: File) => string | undefined,
): readonly Sheet[] {
  if (!arranged) return stored
  const placed = arranged.sheets.map(({ file }) =>
    file instanceof File ? pathOf(file) : file.filePath,
  )
  const isNew = ({ id }: Sheet) =>
    !placed.includes(id) && !arranged.stored.some((sheet) => sheet.id === id)
  return [
    ...arranged.sheets.flatMap((sheet, index) => {
      const path = placed[index]
      if (path === undefined) return sheet
      const present = stored.find(({ id }) => id === path)
      return present ? { ...sheet, file: present.file } : []
    }),
    ...stored.filter(isNew),
  ]
}

/** Returns the stored sheets of an entry. */
export function storedSheets(entry: Entry): Sheet[] {
  return filesOf(entry).map((file) => ({ id: file.filePath, file }))
}

/** Returns the files of an entry where they differ, in order; null without a difference. */
export function changedFiles(sheets: readonly Sheet[], stored: readonly Sheet[]) {
  const places = sheets.map(({ file }) => (file instanceof File ? file : file.filePath))
  const isSame =
    places.length === stored.length && places.every((place, i) => place === stored[i]?.id)
  const added = places.filter((place) => place instanceof File)
  return isSame ? null : { places, added }
}
