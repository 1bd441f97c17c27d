import {
  collectionNames,
  collections,
  isListed,
  type ListedCollection,
} from '@bidyaloy/shared/collections/registry'
import type { TextKey } from '../ui/t.ts'

/** Columns of a collection's public list, and its place in the navigation. */
interface PublicList {
  /** Heading of the column of titles. */
  titleColumn: TextKey
  /** Heading of the last column. */
  lastColumn: TextKey
  /** Content of the last column: file type and size, a link to the entry's page, or to its file. */
  last: 'facts' | 'page' | 'file'
  /** Group of the site's navigation that links to it. */
  menu: 'papers' | 'intro' | 'students' | 'results'
}

/** The public lists. Their texts are `public.<name>.*`. */
const publicLists: Readonly<Record<ListedCollection, PublicList>> = {
  notices: {
    titleColumn: 'list.col.subject',
    lastColumn: 'list.col.file',
    last: 'facts',
    menu: 'papers',
  },
  news: {
    titleColumn: 'list.col.subject',
    lastColumn: 'list.col.details',
    last: 'page',
    menu: 'papers',
  },
  downloads: {
    titleColumn: 'list.col.title',
    lastColumn: 'list.col.download',
    last: 'file',
    menu: 'papers',
  },
}

/** The public list of a collection. */
export interface EntryList extends PublicList {
  collection: ListedCollection
  path: string
  title: TextKey
}

export function entryList(collection: ListedCollection): EntryList {
  return {
    collection,
    path: collections[collection].page,
    title: `public.${collection}.title`,
    ...publicLists[collection],
  }
}

/** Every public list, in the order of the registry. */
export const entryLists: readonly EntryList[] = collectionNames.filter(isListed).map(entryList)
