import type { Entry } from '@bidyaloy/shared/collections/entry'
import { fileKindByMimeType } from '@bidyaloy/shared/collections/file-kinds'
import {
  type CollectionName,
  type CollectionRow,
  collections,
  entryAddress,
  entryFilePath,
  hasPage,
  isPaged,
} from '@bidyaloy/shared/collections/registry'
import { formatFileSize } from '@bidyaloy/shared/copy/file-size'
import { isNew } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { NewTabLink } from '../ui/new-tab-link.tsx'
import { useToday } from '../ui/page-context.ts'
import { t } from '../ui/t.ts'

/**
 * Returns what an entry has for visitors: the kind of its file («PDF», «ছবি»), the number of several
 * («৩টি ফাইল», «২৪টি ছবি»), or a text («লেখা», «লেখা ও PDF»); empty if unknown.
 */
export function fileLabel({ collection, mimeType, files, excerpt, ...entry }: Contents): string {
  const kind = (mimeType && fileKindByMimeType(mimeType)?.label) ?? ''
  const count = files?.length ?? entry.fileCount
  const isPhotos = collection && collections[collection].folder === 'gallery-uploads'
  const counted = isPhotos ? 'public.albums.count' : 'entry.files'
  const file = count ? t(counted, { n: formatNumber(count) }) : kind
  if (!excerpt) return file
  return file ? t('entry.textAndFile', { file }) : t('entry.text')
}

/** The properties of an entry, or of one of its files, that say what it has. */
interface Contents extends Pick<Entry, 'mimeType' | 'files' | 'fileCount' | 'excerpt'> {
  collection?: CollectionName
}

/**
 * Returns the address of an entry's first file for visitors' links: one that leads to the file as it
 * is when it is followed, if the collection has such addresses. Undefined without a file.
 */
export function fileHref(
  collection: CollectionName,
  { _id, filePath }: Pick<Entry, '_id' | 'filePath'>,
): string | undefined {
  if (!filePath) return undefined
  return isPaged(collection) ? entryFilePath(collection, _id) : `/${filePath}`
}

interface EntryLinkProps {
  collection: CollectionName
  entry: Pick<Entry, '_id' | 'slug' | 'title' | 'filePath' | 'excerpt' | 'files' | 'fileCount'>
  className?: string
  /** Default: the title. */
  children?: ReactNode
}

/** The title of an entry, linked to its page or place on one, else to its file in a new tab. */
export function EntryLink({ collection, entry, className, children }: EntryLinkProps) {
  const title = children ?? entry.title
  const { page, isOnePage }: CollectionRow = collections[collection]
  if (isOnePage) {
    return (
      <a className={className} href={`${page}#${entry._id}`}>
        {title}
      </a>
    )
  }
  if (!isPaged(collection)) {
    const href = fileHref(collection, entry)
    return href ? <NewTabLink {...{ className, href }}>{title}</NewTabLink> : title
  }
  const link = { className, href: entryAddress(collection, entry) }
  return hasPage(collection, entry) ? (
    <a {...link}>{title}</a>
  ) : (
    <NewTabLink {...link}>{title}</NewTabLink>
  )
}

/** Returns the formatted size of a file, or of all files of an entry; empty if unknown. */
export function fileSize({
  size,
  files,
  fileCount,
}: Pick<Entry, 'size' | 'files' | 'fileCount'>): string {
  const first = fileCount ? undefined : size
  const bytes = files ? files.reduce((sum, file) => sum + file.size, 0) : first
  return bytes === undefined ? '' : formatFileSize(bytes)
}

/** What an entry has, see `fileLabel`; a Latin abbreviation is marked as English. */
export function FileLabel({ entry }: { entry: Contents }) {
  const label = fileLabel(entry)
  return <span lang={/^[A-Z]/.test(label) ? 'en' : undefined}>{label}</span>
}

/** Facts of an entry in a list that pass: pinned, new. */
export function EntryMarks({ entry }: { entry: Pick<Entry, 'date' | 'pinnedUntil'> }) {
  const today = useToday()
  return (
    <>
      {/* The server leaves out a pin that has ended. */}
      {entry.pinnedUntil && (
        <span className="mark-pinned">
          <Icon name="pushpin" />
          <span className="vh">{t('list.pinned')}</span>
        </span>
      )}
      {isNew(entry.date, today.iso) && (
        <span className="mark-new">{t('public.home.badge.new')}</span>
      )}
    </>
  )
}
