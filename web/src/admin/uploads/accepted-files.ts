import { formatFileSize, toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import {
  type CollectionName,
  type CollectionRow,
  collections,
} from '@bidyaloy/shared/collections/registry'
import { useQuery } from '@tanstack/react-query'
import { useAdminApi } from '../api/admin-api.ts'
import { sessionQuery } from '../api/session.ts'
import { t } from '../t.ts'

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
  return [...names, ...(takesImages ? [t('form.file.images')] : [])].join(', ')
}

/** What stands below the field for the file: kinds and size. */
export function fileHint(collection: CollectionName, maxBytes: number): string {
  return t('form.file.kinds', {
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
  return t('form.file.large', { size: formatFileSize(size), max: inMegabytes(maxBytes) })
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
  return isRead && OFFICE_KINDS.test(name) ? t('form.file.office') : null
}

/** Why the server will probably not take a file of this name; null where it should. */
export function unlikelyText(accepts: CollectionRow['accepts'], name: string): string | null {
  const extension = name.toLowerCase().split('.').at(-1) ?? ''
  const known: readonly string[] = [...accepts, 'jpeg']
  return known.includes(extension)
    ? null
    : t('form.file.unlikely', { types: acceptedKinds({ accepts }) })
}
