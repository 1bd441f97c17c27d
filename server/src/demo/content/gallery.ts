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
  ...rows: readonly [title: string, daysAgo: number, scene: SceneName, light: LightName][]
): PicturePlan[] =>
  rows.map(([title, daysAgo, scene, light]) => ({ title, when: { daysAgo }, scene, light }))

export const mainGallery = pictures(
  ['প্রাত্যহিক সমাবেশ ও জাতীয় সংগীত', 2, 'assembly', 'morning'],
  ['বিজ্ঞানাগারে ব্যবহারিক ক্লাস', 5, 'lab', 'noon'],
  ['বার্ষিক ক্রীড়া প্রতিযোগিতা', 11, 'sports', 'noon'],
  ['শহিদ দিবসে শ্রদ্ধাঞ্জলি', 20, 'minar', 'morning'],
  ['গ্রন্থাগারে পাঠের আসর', 26, 'library', 'noon'],
  ['পহেলা বৈশাখের আলপনা', 34, 'alpona', 'noon'],
  ['বিদ্যালয়ের মূল ভবন', 41, 'school', 'noon'],
  ['ফুলবাগান পরিচর্যায় পরিবেশ ক্লাব', 55, 'garden', 'morning'],
  ['মাল্টিমিডিয়া শ্রেণিকক্ষে পাঠদান', 63, 'classroom', 'noon'],
  ['সাংস্কৃতিক সন্ধ্যায় দলীয় নৃত্য', 78, 'stage', 'evening'],
  ['বিকেলের আলোয় বিদ্যালয় প্রাঙ্গণ', 90, 'school', 'evening'],
  ['দৌড় প্রতিযোগিতার চূড়ান্ত পর্ব', 101, 'sports', 'morning'],
  ['নবীনবরণের সমাবেশ', 130, 'assembly', 'noon'],
  ['বৃক্ষরোপণ সপ্তাহ', 145, 'garden', 'evening'],
)

export const jubileeGallery = pictures(
  ['সুবর্ণজয়ন্তীর বর্ণাঢ্য শোভাযাত্রা', 690, 'jubilee', 'morning'],
  ['আলোকসজ্জিত বিদ্যালয় ভবন', 691, 'jubilee', 'evening'],
  ['পঞ্চাশ প্রদীপ প্রজ্বালন', 692, 'candles', 'evening'],
  ['প্রাক্তন ছাত্রীদের মিলনমেলা', 693, 'assembly', 'evening'],
  ['স্মৃতিচারণ ও সংবর্ধনা', 694, 'stage', 'noon'],
  ['সুবর্ণজয়ন্তীর আলপনা', 695, 'alpona', 'morning'],
  ['পুরোনো গ্রন্থাগারে ফিরে দেখা', 696, 'library', 'evening'],
  ['প্রতিষ্ঠাতাদের স্মরণে শ্রদ্ধাঞ্জলি', 697, 'minar', 'evening'],
  ['সুবর্ণজয়ন্তীর ক্রীড়া উৎসব', 698, 'sports', 'evening'],
  ['উৎসবের দ্বিতীয় দিনের সমাবেশ', 699, 'jubilee', 'noon'],
)

/** Video ids have the right form and belong to nobody that we know of. */
export const videos: readonly { title: string; when: When; videoLink: string }[] = [
  ['বার্ষিক সাংস্কৃতিক অনুষ্ঠানের অংশবিশেষ', 30, 'bidyaloy001'],
  ['বিজ্ঞান মেলায় আমাদের প্রকল্প', 60, 'bidyaloy002'],
  ['বার্ষিক ক্রীড়া প্রতিযোগিতার মুহূর্ত', 110, 'bidyaloy003'],
  ['সুবর্ণজয়ন্তীর শোভাযাত্রা', 688, 'bidyaloy004'],
].map(([title, daysAgo, id]) => ({
  title: String(title),
  when: { daysAgo: Number(daysAgo) },
  videoLink: `https://www.youtube.com/watch?v=${id}`,
}))
