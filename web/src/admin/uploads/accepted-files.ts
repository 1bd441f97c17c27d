import { validationText } from '@bidyaloy/shared/api/issue-text'
import { fileKindByExtension, fileKindByMimeType } from '@bidyaloy/shared/collections/file-kinds'
import {
  type CollectionName,
  type CollectionRow,
  collections,
} from '@bidyaloy/shared/collections/registry'
import { formatFileSize } from '@bidyaloy/shared/copy/file-size'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { useAdminApi } from '../api/admin-api.ts'
import { sessionQuery } from '../api/session.ts'
import { t } from '../t.ts'

const MEGABYTE = 1024 * 1024
/** The server's default, until the session is known. */
const DEFAULT_MAX_BYTES = 25 * MEGABYTE

/** The server's upload limit in bytes. */
export function useMaxUploadBytes(): number {
  const { data } = useQuery({ ...sessionQuery(useAdminApi()), enabled: false })
  return data?.maxUploadBytes ?? DEFAULT_MAX_BYTES
}

const inMegabytes = (bytes: number) => toBengaliDigits(Math.round((bytes / MEGABYTE) * 10) / 10)

/** Returns the accepted kinds of file: «PDF, DOCX, …, ছবি (JPG, PNG, WebP)». */
function acceptedKinds(accepts: CollectionRow['accepts']): string {
  const documents = accepts.filter((name) => fileKindByExtension(name)?.group === 'document')
  // A collection of images alone names their extensions.
  const extensions = documents.length === 0 ? accepts : documents
  const names = extensions.map((name) => name.toUpperCase())
  const takesImages = extensions.length < accepts.length
  return [...names, ...(takesImages ? [t('form.file.images')] : [])].join(', ')
}

/** Returns the hint of a file field: accepted kinds and largest size. */
export function fileHint(collection: CollectionName, maxBytes: number): string {
  return t('form.file.kinds', {
    kinds: acceptedKinds(collections[collection].accepts),
    max: inMegabytes(maxBytes),
  })
}

/** Returns the `accept` attribute of a file input. */
export function pickerAccept({ accepts }: Pick<CollectionRow, 'accepts'>): string {
  return [...accepts, ...(accepts.includes('jpg') ? ['jpeg'] : [])]
    .map((name) => `.${name}`)
    .join(',')
}

/** Returns why a file is too large for the server, or null. */
function tooLargeText(
  { size, type }: Pick<File, 'size' | 'type'>,
  maxBytes: number,
): string | null {
  // Pictures are shrunk before they are sent.
  if (size <= maxBytes || type.startsWith('image/')) return null
  return t('form.file.large', { size: formatFileSize(size), max: inMegabytes(maxBytes) })
}

/** Files that phones seldom open, and whose text no page shows. */
const OLDER_OFFICE = /\.(doc|xls|ppt)$/i

/** Returns a warning about a file that is accepted, or null. */
export function fileWarning(collection: CollectionName, { name }: Pick<File, 'name'>) {
  const isRead = collection === 'notices' || collection === 'news'
  return isRead && OLDER_OFFICE.test(name) ? t('form.file.office') : null
}

/** Returns why a file is not to be sent, or null. The server decides by content. */
export function refusedText(
  collection: CollectionName,
  file: Pick<File, 'name' | 'size' | 'type'>,
  maxBytes: number,
): string | null {
  return tooLargeText(file, maxBytes) ?? wrongKindText(collections[collection].accepts, file)
}

function wrongKindText(
  accepts: CollectionRow['accepts'],
  { name, type }: Pick<File, 'name' | 'type'>,
): string | null {
  const [, extension = ''] = /\.([^.]+)$/.exec(name.toLowerCase()) ?? []
  const known: readonly string[] = [...accepts, 'jpeg']
  // Names without one come from apps of phones.
  if (extension === '' || known.includes(extension)) return null
  // Also a `.jfif` is a JPEG.
  if (known.includes(fileKindByMimeType(type)?.extension ?? '')) return null
  if (isHeic({ name, type })) return validationText('valid.file.heic').bn
  return t(accepts.includes('pdf') ? 'form.file.refused' : 'form.file.refused.photo')
}

/** Whether a file is a photo as iPhones and some Android phones take it; few browsers open it. */
export const isHeic = ({ name, type = '' }: { name: string; type?: string }): boolean =>
  /\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type)
