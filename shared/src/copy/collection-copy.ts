import type { NamedCollection } from '../collections/registry.ts'
import { fill } from './translate.ts'

/** Words that the dashboard's texts about a collection are made of. */
interface CollectionWords {
  /** Title of its screen in the dashboard: «নোটিশ বোর্ড». */
  screen: string
  /** One entry: «নোটিশ». */
  one: string
  /** One entry in the genitive: «নোটিশের». */
  of: string
}

const words: Readonly<Record<NamedCollection, CollectionWords>> = {
  notices: { screen: 'নোটিশ বোর্ড', one: 'নোটিশ', of: 'নোটিশের' },
  news: { screen: 'খবর', one: 'খবর', of: 'খবরের' },
  downloads: { screen: 'ডাউনলোড', one: 'ডাউনলোড', of: 'ডাউনলোডের' },
  pages: { screen: 'অন্যান্য পাতা', one: 'পাতা', of: 'পাতার' },
  events: { screen: 'শিক্ষাপঞ্জি', one: 'শিক্ষাপঞ্জির দিন', of: 'শিক্ষাপঞ্জির দিনের' },
  people: { screen: 'শিক্ষক ও কর্মচারী', one: 'ব্যক্তি', of: 'ব্যক্তির' },
  albums: { screen: 'অ্যালবাম', one: 'অ্যালবাম', of: 'অ্যালবামের' },
}

/** `*.add` with `*` replaced by the name of each collection that is not a gallery. */
type Named<K extends string> = K extends `${infer Start}*${infer End}`
  ? `${Start}${NamedCollection}${End}`
  : never

/**
 * Makes one text for each collection that is not a gallery of every template.
 * @param templates keys hold a `*` for the collection's name, texts `{screen}`, `{one}` and `{of}`
 */
export function collectionTexts<K extends string>(
  templates: Readonly<Record<K, string>>,
): Readonly<Record<Named<K>, string>> {
  const texts = Object.entries<string>(templates).flatMap(([key, template]) =>
    Object.entries(words).map(([name, own]) => [
      key.replace('*', name),
      fill(template, { ...own }),
    ]),
  )
  return Object.fromEntries(texts)
}

/** Texts of the public lists: their names, and what the front page needs. */
export const publicCollectionCopy = {
  'public.notices.one': 'নোটিশ',
  'public.notices.title': 'সব নোটিশ',
  'public.notices.loading': { bn: 'নোটিশ আনা হচ্ছে...', en: 'Loading notices...' },
  'public.notices.error': {
    bn: 'নোটিশ আনা যায়নি। অনুগ্রহ করে কিছুক্ষণ পর আবার চেষ্টা করুন।',
    en: 'Failed to fetch notices. Please try again later.',
  },
  'public.notices.empty': {
    bn: 'এই মুহূর্তে কোনো নোটিশ নেই।',
    en: 'No notices available at the moment.',
  },
  'public.notices.emptyShort': { bn: 'কোনো নোটিশ নেই', en: 'No notices available' },
  'public.news.one': 'খবর',
  'public.news.title': 'সব খবর',
  'public.downloads.one': 'ডাউনলোড',
  'public.downloads.title': 'সব ডাউনলোড',
  'public.downloads.loading': 'ডাউনলোডের তালিকা আনা হচ্ছে...',
  'public.downloads.error': {
    bn: 'ডাউনলোডের তালিকা আনা যায়নি। অনুগ্রহ করে কিছুক্ষণ পর আবার চেষ্টা করুন।',
    en: 'Failed to fetch downloads. Please try again later.',
  },
  'public.downloads.empty': { bn: 'কোনো ডাউনলোড নেই', en: 'No downloads available' },
  'public.pages.one': 'তথ্য',
  'public.pages.title': 'তথ্য',
  'public.events.one': 'তারিখ',
  'public.events.title': 'শিক্ষাপঞ্জি',
  'public.people.one': 'শিক্ষক/কর্মচারী',
  'public.people.title': 'শিক্ষক ও কর্মচারী',
  'public.albums.one': 'অ্যালবাম',
  'public.albums.title': 'অ্যালবাম',
  'public.albums.count': '{n}টি ছবি',
} as const
