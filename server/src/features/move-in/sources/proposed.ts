import type { MovedCollection } from '@bidyaloy/shared/features/move-in/reasons'

/* Where an entry of an old site belongs, by the names that its categories, pages and folders have. */

const NAMES: readonly (readonly [MovedCollection, RegExp])[] = [
  ['albums', /gallery|album|photo|গ্যালা|গ্যালে|অ্যালবাম|এলবাম|ছবি|ফটো/i],
  ['downloads', /download|ডাউনলোড|form\b|forms\b|ফরম|syllabus|সিলেবাস|পাঠ্যসূচি|book-?list|পাঠ্যবই/i],
  ['news', /news|খবর|সংবাদ|blog|event|অনুষ্ঠান|activit|কার্যক্রম|article|সাফল্য|অর্জন/i],
  [
    'notices',
    /notice|নোটিশ|বিজ্ঞপ্তি|নোটিস|circular|order|আদেশ|admission|ভর্তি|exam|পরীক্ষা|routine|রুটিন|result|ফলাফল|tender|দরপত্র|ছুটি|announce|ঘোষণা|office/i,
  ],
]

/** Returns the collection that one of these names speaks of; null if none does. */
export function proposedBy(...names: readonly string[]): MovedCollection | null {
  for (const name of names) {
    const found = NAMES.find(([, pattern]) => pattern.test(name.normalize('NFC')))
    if (found) return found[0]
  }
  return null
}
