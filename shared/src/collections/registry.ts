import type { pagePaths } from '../site-addresses.ts'
import type { FileExtension } from './file-kinds.ts'

/** One collection. What differs between collections is data here, nothing else. */
export interface CollectionRow {
  /** Name in addresses and in the database. */
  name: string
  /** Folder of its files below the data folder, and first part of their address. */
  folder: 'uploads' | 'gallery-uploads'
  /** Kinds of file it takes, judged by content. */
  accepts: readonly FileExtension[]
  fileRequired: boolean
  /** Whether an entry may be a link to a video instead of a file. */
  takesVideo: boolean
  /** The public page that lists it: a table of `uploads`, a gallery of `gallery-uploads`. */
  page: (typeof pagePaths)[keyof typeof pagePaths]
  /** Where the page of each entry lies, `<itemPage>/<id>`; left out where entries have none. */
  itemPage?: '/n' | '/news'
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

/** Every collection by its name. A row more is a collection more: `docs/adding-a-collection.md`. */
export const collections = {
  notices: {
    name: 'notices',
    folder: 'uploads',
    accepts: documents,
    fileRequired: true,
    takesVideo: false,
    page: '/allNotices',
    itemPage: '/n',
    adminPaths: ['createNotice'],
  },
  news: {
    name: 'news',
    folder: 'uploads',
    accepts: documents,
    fileRequired: true,
    takesVideo: false,
    page: '/allnews',
    itemPage: '/news',
    adminPaths: ['createnews', 'createNews'],
  },
  downloads: {
    name: 'downloads',
    folder: 'uploads',
    accepts: documents,
    fileRequired: true,
    takesVideo: false,
    page: '/allDownloads',
    adminPaths: ['createdownload', 'createDownload'],
  },
  gallery: {
    name: 'gallery',
    folder: 'gallery-uploads',
    accepts: photos,
    fileRequired: true,
    takesVideo: false,
    page: '/golden-jubilee-photo-gallery',
    adminPaths: ['createjoyontigallery'],
  },
  'main-gallery': {
    name: 'main-gallery',
    folder: 'gallery-uploads',
    accepts: photos,
    fileRequired: false,
    takesVideo: true,
    page: '/photo-gallery',
    adminPaths: ['photogallary'],
  },
} as const satisfies Record<string, CollectionRow>

export type CollectionName = keyof typeof collections
/** The names in the order of the registry. */
export const collectionNames = Object.keys(collections) as [CollectionName, ...CollectionName[]]

/** Whether a text, such as a part of an address, names a collection. */
export function isCollectionName(name: string): name is CollectionName {
  return Object.hasOwn(collections, name)
}

/** The collections whose public page is a table that can be searched. */
export type ListedCollection = {
  [N in CollectionName]: (typeof collections)[N]['folder'] extends 'uploads' ? N : never
}[CollectionName]

/** The collections whose entries have a page of their own. */
export type PagedCollection = {
  [N in CollectionName]: (typeof collections)[N] extends { itemPage: string } ? N : never
}[CollectionName]

/** The collections whose entries have a page of their own. */
export const pagedCollections = ['notices', 'news'] as const satisfies PagedCollection[]

/** Whether its entries have a page of their own. */
export function isPaged(collection: CollectionName): collection is PagedCollection {
  return 'itemPage' in collections[collection]
}

/** Address of an entry's own page: `/n/k3v9x0c2m1qa`. */
export function entryPath(collection: PagedCollection, id: string): `/${string}` {
  return `${collections[collection].itemPage}/${id}`
}

/** Address of the picture (1200×630 PNG) that stands for an entry where its page is shared. */
export function shareCardPath(collection: PagedCollection, id: string): `/${string}` {
  return `/share/${collection}/${id}.png`
}
