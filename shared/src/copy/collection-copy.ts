import type { ListedCollection } from '../collections/registry.ts'
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

const words: Readonly<Record<ListedCollection, CollectionWords>> = {
  notices: { screen: 'নোটিশ বোর্ড', one: 'নোটিশ', of: 'নোটিশের' },
  news: { screen: 'খবর হালনাগাদ', one: 'খবর', of: 'খবরের' },
  downloads: { screen: 'ডাউনলোড', one: 'ডাউনলোড', of: 'ডাউনলোডের' },
}

/** `*.add` with `*` replaced by the name of each listed collection. */
type Named<K extends string> = K extends `${infer Start}*${infer End}`
  ? `${Start}${ListedCollection}${End}`
  : never

/**
 * Makes one text for each listed collection of every template.
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

/** Texts of the public lists. */
export const publicCollectionCopy = {
  ...collectionTexts({ 'public.*.one': '{one}' }),
  'public.notices.title': 'সকল নোটিশ',
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
  'public.news.title': 'সকল খবর',
  'public.news.loading': { bn: 'খবর আনা হচ্ছে...', en: 'Loading news...' },
  'public.news.error': {
    bn: 'খবর আনা যায়নি। অনুগ্রহ করে কিছুক্ষণ পর আবার চেষ্টা করুন।',
    en: 'Failed to fetch news. Please try again later.',
  },
  'public.news.empty': { bn: 'এই মুহূর্তে কোনো খবর নেই।', en: 'No news available at the moment.' },
  'public.downloads.title': 'সকল ডাউনলোড',
  'public.downloads.loading': 'ডাউনলোডের তালিকা আনা হচ্ছে...',
  'public.downloads.error': {
    bn: 'ডাউনলোডের তালিকা আনা যায়নি। অনুগ্রহ করে কিছুক্ষণ পর আবার চেষ্টা করুন।',
    en: 'Failed to fetch downloads. Please try again later.',
  },
  'public.downloads.empty': { bn: 'কোনো ডাউনলোড নেই', en: 'No downloads available' },
} as const
