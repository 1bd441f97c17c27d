import type { Entry } from '@bidyaloy/shared/collections/entry'
import { videoWatchUrl } from '@bidyaloy/shared/collections/video'
import type { EntryRow, StoredFile } from '../../db/entities.ts'
import { copyName, fileName } from '../../storage/file-names.ts'

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
  const { folder, name, mimeType, size, width, height, color, sizes } = file
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
  }
}
