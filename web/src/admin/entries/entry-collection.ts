import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { formatFileSize } from '@bidyaloy/shared/bengali/file-size'
import { fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import { type CollectionRow, collections } from '@bidyaloy/shared/collections/registry'
import type { SiteTextKey } from '../../ui/site-text.ts'
import { adminText } from '../admin-text.tsx'

/** The collections whose entries are a title and a document: one screen serves them all. */
export const documentCollections = ['notices', 'news', 'downloads'] as const
export type DocumentCollection = (typeof documentCollections)[number]

/** Texts of the public site that the lists share. */
export const listTexts = {
  notices: {
    loading: 'public.notices.loading',
    error: 'public.notices.error',
    empty: 'public.notices.emptyShort',
  },
  news: {
    loading: 'public.news.loading',
    error: 'public.news.error',
    empty: 'public.news.empty',
  },
  downloads: {
    loading: 'public.downloads.loading',
    error: 'public.downloads.error',
    empty: 'public.downloads.empty',
  },
} as const satisfies Record<DocumentCollection, Record<'loading' | 'error' | 'empty', SiteTextKey>>

/** What the server takes unless it was set up otherwise; it alone decides. */
export const USUAL_MAX_MEGABYTES = 25
const MEGABYTE = 1024 * 1024

/** Kinds of file for reading: «PDF, DOCX, …, ছবি (JPG, PNG, WebP)», each once. */
export function acceptedKinds({ accepts }: Pick<CollectionRow, 'accepts'>): string {
  const documents = accepts.filter((name) => fileKindByExtension(name)?.group === 'document')
  const names = documents.map((name) => name.toUpperCase())
  const takesImages = documents.length < accepts.length
  return [...names, ...(takesImages ? [adminText('form.file.images')] : [])].join(', ')
}

export function fileHint(collection: DocumentCollection): string {
  return adminText('form.file.kinds', {
    kinds: acceptedKinds(collections[collection]),
    max: toBengaliDigits(USUAL_MAX_MEGABYTES),
  })
}

/** What the file picker shows first. */
export function pickerAccept({ accepts }: Pick<CollectionRow, 'accepts'>): string {
  return [...accepts, ...(accepts.includes('jpg') ? ['jpeg'] : [])]
    .map((name) => `.${name}`)
    .join(',')
}

/**
 * Why the server will probably not take a file, by its name and size; null where it should.
 * A warning, no refusal: the server judges by content, and its limit can be set.
 */
export function fileWarning(
  { accepts }: Pick<CollectionRow, 'accepts'>,
  { name, size }: Pick<File, 'name' | 'size'>,
): string | null {
  if (size > USUAL_MAX_MEGABYTES * MEGABYTE) {
    return adminText('form.file.large', {
      size: formatFileSize(size),
      max: toBengaliDigits(USUAL_MAX_MEGABYTES),
    })
  }
  const extension = name.toLowerCase().split('.').at(-1) ?? ''
  const known: readonly string[] = [...accepts, 'jpeg']
  return known.includes(extension)
    ? null
    : adminText('form.file.unlikely', { types: acceptedKinds({ accepts }) })
}
