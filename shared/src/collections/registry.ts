import { pages as calendarPages } from '../features/calendar/paths.ts'
import { pages as peoplePages } from '../features/people/paths.ts'
import { pagePaths } from '../site-addresses.ts'
import type { FileExtension } from './file-kinds.ts'

/**
 * A property that entries of some collections have: `dates` are `startsOn`, `endsOn` and `time`;
 * `fields` are those of `entry-fields.ts`; `urgent` is `urgentUntil`; `consent` is that of parents to photos.
 */
export type EntryProperty =
  | 'kind'
  | 'classes'
  | 'dates'
  | 'slug'
  | 'menu'
  | 'order'
  | 'fields'
  | 'urgent'
  | 'consent'

/**
 * Properties of a collection for the server, the site and the desktop app. Its public list is
 * described in `web/src/site/entry-lists.ts`, its dashboard screen in
 * `web/src/admin/components/collection-screens.ts`, its texts in `../copy/collection-copy.ts`.
 */
export interface CollectionRow {
  /** Name in paths and in the database. */
  name: string
  /** Folder of its files in the data folder, and first segment of their path. */
  folder: 'uploads' | 'gallery-uploads'
  /** File types it accepts, detected by content. */
  accepts: readonly FileExtension[]
  fileRequired: boolean
  /** Whether an entry may have a text, which can stand instead of a file. */
  takesBody: boolean
  /** Maximum number of files of an entry. */
  maxFiles: number
  /** Whether an entry may be a video link instead of a file. */
  takesVideo: boolean
  /** Optional properties of its entries, besides times, text, files and video. */
  properties: readonly EntryProperty[]
  /** Whether an entry must have dates. */
  datesRequired?: true
  /** The public page that lists it. */
  page: `/${string}`
  /** Layout of that page: a table that can be searched, a gallery, or a layout of its own. */
  layout: 'table' | 'gallery' | 'own'
  /** Whether the search over the whole site finds its entries. */
  isSearched: boolean
  /** The address of an entry is `<itemPage>/<id>`; absent where entries have none of their own. */
  itemPage?: '/n' | '/news' | '/d' | '/p' | '/e' | '/albums'
  /** Its page shows all entries in full: the address of an entry is `<page>#<id>`. */
  isOnePage?: true
  /** The address of an entry that is just one file leads to the file instead of a page. */
  skipsPage?: true
  /** The list of all entries leaves its own to its screen, except drafts and what waits. */
  isListedApart?: true
  /** Its screens under /admin/dashboard; the first is the one linked to. */
  adminPaths: readonly string[]
}

const documents = [
  'pdf',
  'jpg',
  'png',
  'webp',
  'docx',
  'xlsx',
  'pptx',
  'doc',
  'xls',
  'txt',
] as const satisfies readonly FileExtension[]
const photos = ['jpg', 'png', 'webp', 'avif', 'heic'] as const satisfies readonly FileExtension[]

/** Every collection by its name. To add one, follow `docs/adding-a-collection.md`. */
export const collections = {
  notices: {
    name: 'notices',
    folder: 'uploads',
    accepts: documents,
    fileRequired: true,
    takesBody: true,
    maxFiles: 20,
    takesVideo: false,
    properties: ['kind', 'classes', 'dates', 'fields', 'urgent'],
    page: pagePaths.notices,
    layout: 'table',
    isSearched: true,
    itemPage: '/n',
    adminPaths: ['createNotice'],
  },
  news: {
    name: 'news',
    folder: 'uploads',
    accepts: documents,
    fileRequired: true,
    takesBody: true,
    maxFiles: 20,
    takesVideo: false,
    properties: ['kind'],
    page: pagePaths.news,
    layout: 'table',
    isSearched: true,
    itemPage: '/news',
    adminPaths: ['createnews', 'createNews'],
  },
  downloads: {
    name: 'downloads',
    folder: 'uploads',
    accepts: documents,
    fileRequired: true,
    takesBody: true,
    maxFiles: 20,
    takesVideo: false,
    properties: ['kind', 'classes'],
    page: pagePaths.downloads,
    layout: 'table',
    isSearched: true,
    itemPage: '/d',
    skipsPage: true,
    adminPaths: ['createdownload', 'createDownload'],
  },
  gallery: {
    name: 'gallery',
    folder: 'gallery-uploads',
    accepts: photos,
    fileRequired: true,
    takesBody: false,
    maxFiles: 1,
    takesVideo: false,
    properties: [],
    page: pagePaths.jubilee,
    layout: 'gallery',
    isSearched: false,
    adminPaths: ['createjoyontigallery'],
  },
  'main-gallery': {
    name: 'main-gallery',
    folder: 'gallery-uploads',
    accepts: photos,
    fileRequired: false,
    takesBody: false,
    maxFiles: 1,
    takesVideo: true,
    properties: [],
    page: pagePaths.gallery,
    layout: 'gallery',
    isSearched: false,
    adminPaths: ['photogallary'],
  },
  pages: {
    name: 'pages',
    folder: 'uploads',
    accepts: documents,
    fileRequired: true,
    takesBody: true,
    maxFiles: 20,
    takesVideo: false,
    properties: ['slug', 'menu', 'order'],
    page: pagePaths.siteMap,
    layout: 'own',
    isSearched: true,
    itemPage: '/p',
    adminPaths: ['pages'],
  },
  events: {
    name: 'events',
    folder: 'uploads',
    accepts: documents,
    fileRequired: false,
    takesBody: true,
    maxFiles: 20,
    takesVideo: false,
    properties: ['kind', 'classes', 'dates'],
    datesRequired: true,
    page: calendarPages.calendar,
    layout: 'own',
    isSearched: true,
    itemPage: '/e',
    adminPaths: ['calendar'],
  },
  people: {
    name: 'people',
    folder: 'gallery-uploads',
    accepts: photos,
    fileRequired: false,
    takesBody: false,
    maxFiles: 1,
    takesVideo: false,
    properties: ['kind', 'order', 'fields'],
    page: peoplePages.people,
    layout: 'own',
    isSearched: true,
    isOnePage: true,
    isListedApart: true,
    adminPaths: ['people'],
  },
  albums: {
    name: 'albums',
    folder: 'gallery-uploads',
    accepts: photos,
    fileRequired: true,
    takesBody: true,
    maxFiles: 200,
    takesVideo: false,
    properties: ['consent'],
    page: pagePaths.albums,
    layout: 'own',
    isSearched: true,
    itemPage: '/albums',
    adminPaths: ['albums'],
  },
} as const satisfies Record<string, CollectionRow>

export type CollectionName = keyof typeof collections
/** The names in the order of the registry. */
export const collectionNames = Object.keys(collections) as [CollectionName, ...CollectionName[]]

/** Whether a string, such as a path segment, is a collection's name. */
export function isCollectionName(name: string): name is CollectionName {
  return Object.hasOwn(collections, name)
}

/** The collections that the list of all entries leaves to their screens. */
export const listedApart: readonly CollectionName[] = collectionNames.filter(
  (name) => 'isListedApart' in collections[name],
)

/** The collections whose public page has a given layout. */
type WithLayout<L extends CollectionRow['layout']> = {
  [N in CollectionName]: (typeof collections)[N]['layout'] extends L ? N : never
}[CollectionName]

/** The collections whose public page is a table that can be searched. */
export type ListedCollection = WithLayout<'table'>
/** The collections that are not galleries. */
export type NamedCollection = WithLayout<'table' | 'own'>

/** Whether its public page is a table that can be searched. */
export function isListed(collection: CollectionName): collection is ListedCollection {
  return collections[collection].layout === 'table'
}

/** The collections that the search over the whole site covers. */
export type SearchedCollection = {
  [N in CollectionName]: (typeof collections)[N]['isSearched'] extends true ? N : never
}[CollectionName]

/** Whether the search over the whole site finds its entries. */
export function isSearched(collection: CollectionName): collection is SearchedCollection {
  return collections[collection].isSearched
}

/** Whether the text of its files is read: those of collections that take documents. */
export function hasPapers(collection: CollectionName): boolean {
  const { accepts }: CollectionRow = collections[collection]
  return isSearched(collection) && accepts.includes('pdf')
}

/** Whether entries of a collection may have a property. */
export function takes(collection: CollectionName, property: EntryProperty): boolean {
  const { properties }: CollectionRow = collections[collection]
  return properties.includes(property)
}

/** The collections whose entries have an address of their own. */
export type PagedCollection = {
  [N in CollectionName]: (typeof collections)[N] extends { itemPage: string } ? N : never
}[CollectionName]

/** The collections whose entries have an address of their own. */
export const pagedCollections = [
  'notices',
  'news',
  'downloads',
  'pages',
  'events',
  'albums',
] as const satisfies PagedCollection[]

/** Whether its entries have an address of their own. */
export function isPaged(collection: CollectionName): collection is PagedCollection {
  return 'itemPage' in collections[collection]
}

/** The collections whose entries are in the feed. */
export const announcedCollections = ['notices', 'news'] as const satisfies PagedCollection[]
export type AnnouncedCollection = (typeof announcedCollections)[number]

/** The collections whose entries stand in the calendar if they have dates. */
export const datedCollections = ['events', 'notices'] as const satisfies PagedCollection[]

/** The collections whose entries have a share card of their own. */
export const cardCollections = [
  ...announcedCollections,
  'events',
  'albums',
] as const satisfies PagedCollection[]
export type CardCollection = (typeof cardCollections)[number]

/** Whether its entries have a share card of their own. */
export function hasCard(collection: CollectionName): collection is CardCollection {
  return cardCollections.some((name) => name === collection)
}

/** Whether its entries are in the feed. */
export function isAnnounced(collection: CollectionName): collection is AnnouncedCollection {
  return announcedCollections.some((name) => name === collection)
}

/** Address of an entry that never changes: `/n/k3v9x0c2m1qa`. */
export function entryPath(collection: PagedCollection, id: string): `/${string}` {
  return `${collections[collection].itemPage}/${id}`
}

/** Address of an entry's page, by its slug if it has one: `/p/ভর্তি-তথ্য`. */
export function entryAddress(
  collection: PagedCollection,
  { _id, slug }: { _id: string; slug?: string | undefined },
): `/${string}` {
  return entryPath(collection, slug ?? _id)
}

/**
 * Address that leads to a file of an entry as it is at that time, also after it was replaced:
 * `/n/k3v9x0c2m1qa/file`, `/n/k3v9x0c2m1qa/file/2`. Links that visitors may share use it.
 * @param place from 1
 */
export function entryFilePath(collection: PagedCollection, id: string, place = 1): `/${string}` {
  const first = `${entryPath(collection, id)}/file` as const
  return place === 1 ? first : `${first}/${place}`
}

const ADDRESS = /^(\/[a-z]+)\/([0-9a-z]{1,40})(\/file(?:\/([1-9][0-9]{0,2}))?)?$/

/**
 * Parses an address that `entryPath` or `entryFilePath` gives; null for others.
 * @returns `place` only for the address of a file, from 1
 */
export function parseEntryPath(
  path: string,
): { collection: PagedCollection; id: string; place: number | undefined } | null {
  const [, itemPage, id = '', file, place = '1'] = ADDRESS.exec(path) ?? []
  const collection = pagedCollections.find((name) => collections[name].itemPage === itemPage)
  return collection ? { collection, id, place: file ? Number(place) : undefined } : null
}

/** Whether the address of an entry shows a page, which has more than the file. */
export function hasPage(
  collection: PagedCollection,
  {
    excerpt,
    files,
    fileCount,
  }: Readonly<Partial<Record<'excerpt' | 'files' | 'fileCount', unknown>>>,
): boolean {
  const parts = [excerpt, files, fileCount]
  return !('skipsPage' in collections[collection]) || parts.some((part) => part !== undefined)
}

/** Path of an entry's share card of 1200×630 pixels: a PNG, or a JPEG with the first photo of an album. */
export function shareCardPath(collection: CardCollection, id: string): `/${string}` {
  return `/share/${collection}/${id}.${collection === 'albums' ? 'jpg' : 'png'}`
}
