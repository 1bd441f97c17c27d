import type { Entry, EntryFile, PageImage } from '@bidyaloy/shared/collections/entry'
import { videoWatchUrl } from '@bidyaloy/shared/collections/video'
import type { EntryRow, StoredFile } from '../../db/entities.ts'
import { filesOfRow } from '../../db/entry-parts.ts'
import { isPinned } from '../../db/entry-times.ts'
import { fileName, pageName, resizedName } from '../../storage/file-names.ts'

type Shown = Pick<
  EntryRow,
  | 'id'
  | 'title'
  | 'date'
  | 'createdAt'
  | 'version'
  | 'publishAt'
  | 'expiresAt'
  | 'pinnedUntil'
  | 'file'
  | 'moreFiles'
  | 'excerpt'
  | 'videoId'
>

/**
 * Returns an entry as the API shows it at `now`, without an expired pin.
 * @param body its text; absent in lists
 */
export function presentEntry(row: Shown, now: Date, body = ''): Entry {
  const { id, title, date, createdAt, version, file, moreFiles, excerpt, videoId } = row
  const { publishAt, expiresAt, pinnedUntil } = row
  return {
    _id: id,
    title,
    date,
    createdAt,
    __v: version,
    ...(publishAt && { publishAt }),
    ...(expiresAt && { expiresAt }),
    ...(pinnedUntil && isPinned(row, now) && { pinnedUntil }),
    ...(file && presentFile(file)),
    ...(moreFiles && { files: filesOfRow(row).map(presentFile) }),
    ...(excerpt !== null && { excerpt }),
    ...(body && { body }),
    ...(videoId && { videoLink: videoWatchUrl(videoId), videoId }),
  }
}

/** Returns a file as the API shows it. */
export function presentFile(file: StoredFile): EntryFile {
  const { folder, name, mimeType, size, width, height, color, sizes, pages, pageCount } = file
  return {
    filePath: `${folder}/${fileName(file)}`,
    fileName: name,
    mimeType,
    size,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(color !== undefined && { color }),
    ...(sizes && {
      sizes: sizes.map((size) => ({
        ...size,
        filePath: `${folder}/${resizedName(file, size.width)}`,
      })),
    }),
    ...(pages && {
      pages: pages.map((resized, index) => presentPage(file, index + 1, resized)),
      pageCount: pageCount ?? pages.length,
    }),
  }
}

function presentPage(
  file: StoredFile,
  page: number,
  resized: readonly { width: number; height: number }[],
): PageImage {
  const { width = 0, height = 0 } = resized.at(-1) ?? {}
  const sizes = resized.map((size) => ({
    ...size,
    filePath: `${file.folder}/${pageName(file, page, size.width)}`,
  }))
  return { width, height, sizes }
}
