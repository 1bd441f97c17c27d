import type { DraftDetails, Entry, EntryFile, PageImage } from '@bidyaloy/shared/collections/entry'
import { collections, takes } from '@bidyaloy/shared/collections/registry'
import { videoWatchUrl } from '@bidyaloy/shared/collections/video'
import type { Draft, EntryRow, PageCopy, StoredFile } from '../../db/entities.ts'
import { filesOfRow } from '../../db/entry-content.ts'
import { isPinned, isUrgent } from '../../db/entry-times.ts'
import { fileName, pageName, resizedName } from '../../storage/file-names.ts'
import type { EntryProperties } from './entry-properties.ts'

/** Maximum number of files of an entry that lists show. */
const MAX_LISTED_FILES = 20

type Shown = EntryProperties &
  Pick<
    EntryRow,
    | 'id'
    | 'collection'
    | 'title'
    | 'date'
    | 'createdAt'
    | 'updatedAt'
    | 'version'
    | 'publishAt'
    | 'expiresAt'
    | 'pinnedUntil'
    | 'file'
    | 'moreFiles'
    | 'excerpt'
    | 'videoId'
    | 'videoPicture'
  > & { draft?: Draft | null }

/**
 * Returns an entry as the API shows it at `now`, without a pin or urgency that has ended.
 * @param body its text, or an empty one; absent in lists, where albums have the number of files only
 */
export function presentEntry(row: Shown, now: Date, body?: string): Entry {
  const { id, collection, title, date, createdAt, version, file, excerpt, videoId } = row
  const isCounted = body === undefined && collections[collection].maxFiles > MAX_LISTED_FILES
  const { expiresAt, pinnedUntil, urgentUntil, draft = null } = row
  const publishAt = draft ? draft.publishAt : row.publishAt
  return {
    _id: id,
    title,
    date,
    createdAt,
    ...(takes(collection, 'slug') && { updatedAt: row.updatedAt }),
    __v: version,
    ...(publishAt && { publishAt }),
    ...(expiresAt && { expiresAt }),
    ...(pinnedUntil && isPinned(row, now) && { pinnedUntil }),
    ...(urgentUntil && isUrgent(row, now) && { urgentUntil }),
    ...presentProperties(draft ? { ...row, slug: draft.slug ?? null } : row),
    ...(file && presentFile(file)),
    ...(row.moreFiles && isCounted && { fileCount: row.moreFiles.length + 1 }),
    ...(row.moreFiles && !isCounted && { files: filesOfRow(row).map(presentFile) }),
    ...(excerpt !== null && { excerpt }),
    ...(body && { body }),
    ...(videoId && { videoLink: videoWatchUrl(videoId), videoId }),
    ...(videoId && row.videoPicture && { videoPicture: presentPicture(row.videoPicture) }),
    ...(draft && presentDraft(draft, { changes: false })),
  }
}

/** Returns an entry with what only admins see of it. */
export function presentToAdmins(row: Shown, now: Date, body?: string): Entry {
  const { consent } = row
  return { ...presentEntry(row, now, body), ...(consent !== null && { consent }) }
}

/** Returns what admins see of a draft besides its state. */
export function presentDraft(
  { status, by, startedBy, at, note, noteBy, preview }: Draft,
  { changes, version }: Pick<DraftDetails, 'changes' | 'version'>,
): Required<Pick<Entry, 'status' | 'draft'>> {
  const sentBack = { ...(note && { note }), ...(noteBy && { noteBy }) }
  return {
    status,
    draft: {
      by,
      ...(startedBy && { startedBy }),
      at,
      changes,
      ...sentBack,
      ...(preview && { previewUntil: preview.until }),
      ...(version !== undefined && { version }),
    },
  }
}

function presentProperties(row: EntryProperties): Partial<Entry> {
  const { kind, classes, startsOn, endsOn, time, slug, menu, position, fields } = row
  return {
    ...(kind !== null && { kind }),
    ...(classes && { classes }),
    ...(startsOn !== null && { startsOn }),
    ...(endsOn !== null && endsOn !== startsOn && { endsOn }),
    ...(time !== null && { time }),
    ...(slug !== null && { slug }),
    ...(menu !== null && { menu }),
    ...(position !== null && { order: position }),
    ...(fields && { fields }),
  }
}

function presentPicture(file: StoredFile): Required<Entry>['videoPicture'] {
  const { filePath, width, height, color, sizes } = presentFile(file)
  return { filePath, width, height, color, sizes }
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

function presentPage(file: StoredFile, page: number, copies: readonly PageCopy[]): PageImage {
  const { width = 0, height = 0 } = copies.at(-1) ?? {}
  const present = (copy: PageCopy) => ({
    width: copy.width,
    height: copy.height,
    filePath: `${file.folder}/${pageName(file, page, copy.width)}`,
  })
  const sizes = copies.filter(({ oneBit }) => !oneBit).map(present)
  const oneBit = copies.find((copy) => copy.oneBit)
  const part = file.parts?.[page - 1]
  return {
    width,
    height,
    sizes,
    ...(oneBit && { oneBit: present(oneBit) }),
    ...(part && { part }),
  }
}
