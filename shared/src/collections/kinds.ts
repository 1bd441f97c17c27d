import type { CollectionName, collections } from './registry.ts'

/*
 * Kinds of entries: a list of each collection, which the school may change. Free of zod, for the
 * site's pages.
 */

/** The collections whose entries may have a kind. */
export type KindedCollection = {
  [N in CollectionName]: 'kind' extends (typeof collections)[N]['properties'][number] ? N : never
}[CollectionName]

/** A kind of entry. Its `id` stays when its name changes. */
export interface Kind {
  id: string
  name: string
}

/** The kinds of a new site. */
export const standardKinds: Readonly<Record<KindedCollection, readonly Kind[]>> = {
  notices: [
    { id: 'admission', name: 'ভর্তি' },
    { id: 'exam', name: 'পরীক্ষা' },
    { id: 'holiday', name: 'ছুটি' },
    { id: 'fee', name: 'ফি' },
    { id: 'stipend', name: 'উপবৃত্তি' },
    { id: 'tender', name: 'দরপত্র' },
    { id: 'recruitment', name: 'নিয়োগ' },
    { id: 'other', name: 'অন্যান্য' },
  ],
  news: [
    { id: 'event', name: 'অনুষ্ঠান' },
    { id: 'achievement', name: 'সাফল্য' },
    { id: 'sport', name: 'খেলাধুলা' },
    { id: 'other', name: 'অন্যান্য' },
  ],
  downloads: [
    { id: 'form', name: 'ফরম' },
    { id: 'routine', name: 'রুটিন' },
    { id: 'syllabus', name: 'সিলেবাস' },
    { id: 'booklist', name: 'বইয়ের তালিকা' },
    { id: 'other', name: 'অন্যান্য' },
  ],
  events: [
    { id: 'exam', name: 'পরীক্ষা' },
    { id: 'holiday', name: 'ছুটি' },
    { id: 'meeting', name: 'সভা' },
    { id: 'event', name: 'অনুষ্ঠান' },
  ],
  people: [
    { id: 'teacher', name: 'শিক্ষক' },
    { id: 'staff', name: 'কর্মচারী' },
    { id: 'committee', name: 'অভিভাবক-শিক্ষক সমিতি' },
    { id: 'formerHead', name: 'প্রাক্তন প্রধান শিক্ষক' },
  ],
}

/** The collections whose entries may have a kind. */
export const kindedCollections = [
  'notices',
  'news',
  'downloads',
  'events',
  'people',
] as const satisfies KindedCollection[]

/** Whether this is a collection whose entries may have a kind. */
export function hasKinds(collection: string): collection is KindedCollection {
  return Object.hasOwn(standardKinds, collection)
}

/** Returns the kinds of a collection: the school's own list, or the standard one. */
export function kindsOf(
  collection: KindedCollection,
  settings:
    | { kinds?: { readonly [N in CollectionName]?: readonly Kind[] | undefined } | undefined }
    | undefined,
): readonly Kind[] {
  return settings?.kinds?.[collection] ?? standardKinds[collection]
}
