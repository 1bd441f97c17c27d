import type { Entry, PageImage } from '@bidyaloy/shared/collections/entry'
import { videoWatchUrl } from '@bidyaloy/shared/collections/video'
import type { EntryRow, StoredFile } from '../../db/entities.ts'
import { copyName, fileName, pageName } from '../../storage/file-names.ts'

/** What everyone may see of an entry. */
export function presentEntry(
  row: Pick<EntryRow, 'id' | 'title' | 'date' | 'createdAt' | 'version' | 'file' | 'videoId'>,
): Entry {
  const { id, title, date, createdAt, version, file, videoId } = row
  return {
    _id: id,
    title,
    date,
    createdAt,
    __v: version,
    ...(file && presentFile(file)),
    ...(videoId && { videoLink: videoWatchUrl(videoId), videoId }),
  }
}

function presentFile(file: StoredFile): Partial<Entry> {
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
      sizes: sizes.map((copy) => ({
        ...copy,
        filePath: `${folder}/${copyName(file, copy.width)}`,
      })),
    }),
    ...(pages && {
      pages: pages.map((copies, index) => presentPage(file, index + 1, copies)),
      pageCount: pageCount ?? pages.length,
    }),
  }
}

function presentPage(
  file: StoredFile,
  page: number,
  copies: readonly { width: number; height: number }[],
): PageImage {
  const { width = 0, height = 0 } = copies.at(-1) ?? {}
  const sizes = copies.map((copy) => ({
    ...copy,
    filePath: `${file.folder}/${pageName(file, page, copy.width)}`,
  }))
  return { width, height, sizes }
}
