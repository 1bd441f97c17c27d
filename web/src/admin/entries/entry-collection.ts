import { formatFileSize, toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import {
  type CollectionName,
  type CollectionRow,
  collections,
} from '@bidyaloy/shared/collections/registry'
import { useQuery } from '@tanstack/react-query'
import type { SiteTextKey } from '../../ui/site-text.ts'
import { adminText } from '../admin-text.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { sessionQuery } from '../api/session.ts'

/** How an entry is called in texts: galleries hold photos and videos. */
type FiledKind = 'notices' | 'news' | 'downloads' | 'photo'
export type EntryKind = FiledKind | 'video'

/** What differs between the collections' screens. */
interface OfficeCollection {
  /** Of what is published with a file. */
  kind: FiledKind
  layout: 'table' | 'grid'
  /** Whether the date stands among the first fields, or with what is seldom wanted. */
  dateUpFront: boolean
  /** Texts of the public site that the lists share. */
  loading: SiteTextKey
  error: SiteTextKey
  empty: SiteTextKey
}

/** How the dashboard shows each collection. */
export const officeCollections = {
  notices: {
    kind: 'notices',
    layout: 'table',
    dateUpFront: true,
    loading: 'public.notices.loading',
    error: 'public.notices.error',
    empty: 'public.notices.emptyShort',
  },
  news: {
    kind: 'news',
    layout: 'table',
    dateUpFront: true,
    loading: 'public.news.loading',
    error: 'public.news.error',
    empty: 'public.news.empty',
  },
  downloads: {
    kind: 'downloads',
    layout: 'table',
    dateUpFront: true,
    loading: 'public.downloads.loading',
    error: 'public.downloads.error',
    empty: 'public.downloads.empty',
  },
  gallery: {
    kind: 'photo',
    layout: 'grid',
    dateUpFront: false,
    loading: 'public.gallery.loading',
    error: 'public.gallery.error',
    empty: 'public.gallery.empty.photos',
  },
  'main-gallery': {
    kind: 'photo',
    layout: 'grid',
    dateUpFront: false,
    loading: 'public.gallery.loading',
    error: 'public.gallery.error',
    empty: 'public.gallery.empty.photos',
  },
} as const satisfies Record<CollectionName, OfficeCollection>

/** What an entry is called: a video has words of its own. */
export function kindOf(collection: CollectionName, { videoId }: Pick<Entry, 'videoId'>): EntryKind {
  return videoId ? 'video' : officeCollections[collection].kind
}

const MEGABYTE = 1024 * 1024
/** What a server takes that does not say so, and was not set up otherwise. */
const USUAL_MAX_BYTES = 25 * MEGABYTE

/** The largest file that the server takes, in bytes. */
export function useMaxUploadBytes(): number {
  const { data } = useQuery({ ...sessionQuery(useAdminApi()), enabled: false })
  return data?.maxUploadBytes ?? USUAL_MAX_BYTES
}

const inMegabytes = (bytes: number) => toBengaliDigits(Math.round((bytes / MEGABYTE) * 10) / 10)

/** Kinds of file for reading: «PDF, DOCX, …, ছবি (JPG, PNG, WebP)», each once. */
function acceptedKinds({ accepts }: Pick<CollectionRow, 'accepts'>): string {
  const documents = accepts.filter((name) => fileKindByExtension(name)?.group === 'document')
  if (documents.length === 0) return accepts.map((name) => name.toUpperCase()).join(', ')
  const names = documents.map((name) => name.toUpperCase())
  const takesImages = documents.length < accepts.length
  return [...names, ...(takesImages ? [adminText('form.file.images')] : [])].join(', ')
}

/** What stands below the field for the file: kinds and size. */
export function fileHint(collection: CollectionName, maxBytes: number): string {
  return adminText('form.file.kinds', {
    kinds: acceptedKinds(collections[collection]),
    max: inMegabytes(maxBytes),
  })
}

/** What the file picker shows first. */
export function pickerAccept({ accepts }: Pick<CollectionRow, 'accepts'>): string {
  return [...accepts, ...(accepts.includes('jpg') ? ['jpeg'] : [])]
    .map((name) => `.${name}`)
    .join(',')
}

/** Why the server will not take a file of this size; null where it will. */
export function tooLargeText(
  { size, type }: Pick<File, 'size' | 'type'>,
  maxBytes: number,
): string | null {
  // Photos are made smaller before they go.
  if (size <= maxBytes || type.startsWith('image/')) return null
  return adminText('form.file.large', { size: formatFileSize(size), max: inMegabytes(maxBytes) })
}

/** What phones seldom open: fine for a form to be filled in, bad for what everybody must read. */
const OFFICE_KINDS = /\.(docx?|xlsx?|pptx?)$/i

/**
 * What to think of before a file is published, by its name; null where there is nothing.
 * A warning, no refusal: the server judges by content.
 */
export function fileWarning(collection: CollectionName, { name }: Pick<File, 'name'>) {
  const { accepts } = collections[collection]
  const unlikely = unlikelyText(accepts, name)
  if (unlikely) return unlikely
  const isRead = collection === 'notices' || collection === 'news'
  return isRead && OFFICE_KINDS.test(name) ? adminText('form.file.office') : null
}

/** Why the server will probably not take a file of this name; null where it should. */
export function unlikelyText(accepts: CollectionRow['accepts'], name: string): string | null {
  const extension = name.toLowerCase().split('.').at(-1) ?? ''
  const known: readonly string[] = [...accepts, 'jpeg']
  return known.includes(extension)
    ? null
    : adminText('form.file.unlikely', { types: acceptedKinds({ accepts }) })
}
