import { fileStemOf } from '../../collections/entry-files.ts'
import { type CollectionName, isCollectionName } from '../../collections/registry.ts'
import { PHOTO_REQUEST_PATH } from './paths.ts'

/* Free of zod: public pages import it. */

/** A photo of an entry. It stays the same photo when the entry's files are put in another order. */
export interface PhotoAddress {
  collection: CollectionName
  /** Id of the entry. */
  id: string
  /** Name of the file without extension. */
  stem: string
}

const ADDRESS = /^([a-z-]+)\/([0-9a-z]{1,40})\/([0-9a-z]{20})$/

/** Returns the photo that a text such as `albums/k3v9x0c2m1qa/4f1c9a0b7e2d5c8a6f3b` names, or null. */
export function parsePhotoAddress(text: string): PhotoAddress | null {
  const [, collection = '', id = '', stem = ''] = ADDRESS.exec(text) ?? []
  return isCollectionName(collection) ? { collection, id, stem } : null
}

/** Writes the address of a photo. */
export const photoAddress = ({ collection, id, stem }: PhotoAddress) =>
  `${collection}/${id}/${stem}`

/** Returns the address of the form about a photo. @param filePath of the photo */
export function photoRequestHref(collection: CollectionName, id: string, filePath: string): string {
  return `${PHOTO_REQUEST_PATH}?photo=${photoAddress({ collection, id, stem: fileStemOf(filePath) })}`
}

/** Who asks; labels are `photoRequest.who.<who>` of the copy. */
export const ASKERS = ['guardian', 'student', 'other'] as const
export type Asker = (typeof ASKERS)[number]

/** Days for which an open request is stored. */
export const OPEN_DAYS = 180
/** Days for which an answered one is stored, without the phone number. */
export const ANSWERED_DAYS = 30
/** Days within which two requests of the same address are one, and those of two addresses are two. */
export const ADDRESS_DAYS = 7

/** Maximum length of the reason, in characters. */
export const MAX_REASON_LENGTH = 300
