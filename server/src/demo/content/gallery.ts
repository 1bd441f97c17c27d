import type { SceneName } from '../art/scenes.ts'
import type { LightName } from '../art/shapes.ts'
import type { When } from '../school-days.ts'

/** A sample photo: what it shows, in which light, and when it was put up. */
export interface PicturePlan {
  title: string
  when: When
  scene: SceneName
  light: LightName
}

const pictures = (
  ...rows: readonly [title: string, when: When, scene: SceneName, light: LightName][]
): PicturePlan[] => rows.map(([title, when, scene, light]) => ({ title, when, scene, light }))

export const mainGallery = pictures(
  ['প্রাত্যহিক সমাবেশ ও জাতীয় সংগীত', { daysAgo: 2 }, 'assembly', 'morning'],
  ['বিজ্ঞানাগারে ব্যবহারিক ক্লাস', { daysAgo: 5 }, 'lab', 'noon'],
  ['বার্ষিক ক্রীড়া প্রতিযোগিতা', { month: 2, day: 5 }, 'sports', 'noon'],
  ['শহিদ দিবসে শ্রদ্ধাঞ্জলি', { month: 2, day: 24 }, 'minar', 'morning'],
  ['গ্রন্থাগারে পাঠের আসর', { daysAgo: 26 }, 'library', 'noon'],
  ['পহেলা বৈশাখের আলপনা', { month: 4, day: 18 }, 'alpona', 'noon'],
  ['বিদ্যালয়ের মূল ভবন', { daysAgo: 41 }, 'school', 'noon'],
  ['ফুলবাগান পরিচর্যায় পরিবেশ ক্লাব', { daysAgo: 55 }, 'garden', 'morning'],
  ['মাল্টিমিডিয়া শ্রেণিকক্ষে পাঠদান', { daysAgo: 63 }, 'classroom', 'noon'],
  ['সাংস্কৃতিক সন্ধ্যায় দলীয় নৃত্য', { month: 3, day: 11 }, 'stage', 'evening'],
  ['বিকেলের আলোয় বিদ্যালয় প্রাঙ্গণ', { daysAgo: 90 }, 'school', 'evening'],
  ['দৌড় প্রতিযোগিতার চূড়ান্ত পর্ব', { month: 2, day: 5 }, 'sports', 'morning'],
  ['নবীনবরণের সমাবেশ', { month: 1, day: 22 }, 'assembly', 'noon'],
  ['বৃক্ষরোপণ সপ্তাহ', { month: 7, day: 7 }, 'garden', 'evening'],
)

export const jubileeGallery = pictures(
  ['সুবর্ণজয়ন্তীর বর্ণাঢ্য শোভাযাত্রা', { on: '2022-12-29' }, 'jubilee', 'morning'],
  ['আলোকসজ্জিত বিদ্যালয় ভবন', { on: '2022-12-29' }, 'jubilee', 'evening'],
  ['পঞ্চাশ প্রদীপ প্রজ্বালন', { on: '2022-12-29' }, 'candles', 'evening'],
  ['প্রাক্তন ছাত্রীদের মিলনমেলা', { on: '2022-12-29' }, 'assembly', 'evening'],
  ['স্মৃতিচারণ ও সংবর্ধনা', { on: '2022-12-28' }, 'stage', 'noon'],
  ['সুবর্ণজয়ন্তীর আলপনা', { on: '2022-12-28' }, 'alpona', 'morning'],
  ['পুরোনো গ্রন্থাগারে ফিরে দেখা', { on: '2022-12-28' }, 'library', 'evening'],
  ['প্রতিষ্ঠাতাদের স্মরণে শ্রদ্ধাঞ্জলি', { on: '2022-12-27' }, 'minar', 'evening'],
  ['সুবর্ণজয়ন্তীর ক্রীড়া উৎসব', { on: '2022-12-27' }, 'sports', 'evening'],
  ['উৎসবের দ্বিতীয় দিনের সমাবেশ', { on: '2022-12-27' }, 'jubilee', 'noon'],
)

const video = (title: string, when: When, id: string) => ({
  ...{ title, when },
  videoLink: `https://www.youtube.com/watch?v=${id}`,
})

/** Video ids have the right form and belong to nobody that we know of. */
export const videos: readonly { title: string; when: When; videoLink: string }[] = [
  video('বিজ্ঞান মেলায় আমাদের প্রকল্প', { daysAgo: 3 }, 'bidyaloy001'),
  video('বার্ষিক সাংস্কৃতিক অনুষ্ঠানের অংশবিশেষ', { month: 3, day: 11 }, 'bidyaloy002'),
  video('বার্ষিক ক্রীড়া প্রতিযোগিতার মুহূর্ত', { month: 2, day: 8 }, 'bidyaloy003'),
  video('সুবর্ণজয়ন্তীর শোভাযাত্রা', { on: '2022-12-29' }, 'bidyaloy004'),
]
