/** A blank of a ready notice. */
export interface NoticeBlank {
  label: string
  /** What is written there, such as «আগামীকাল মঙ্গলবার». */
  example: string
}

/** A notice that a school writes every year, with two blanks: `{1}` and `{2}`. */
export interface ReadyNotice {
  name: string
  title: string
  text: string
  blanks: readonly [NoticeBlank, NoticeBlank]
}

const day = (example: string, label = 'কোন দিন'): NoticeBlank => ({ label, example })
const classes: NoticeBlank = { label: 'কোন শ্রেণি', example: 'নবম শ্রেণি' }
const exam: NoticeBlank = { label: 'কোন পরীক্ষা', example: 'বার্ষিক পরীক্ষা ২০২৬' }
const year: NoticeBlank = { label: 'কোন বছর', example: '২০২৭' }

/** In the order in which schools need them most often. */
export const readyNotices: readonly ReadyNotice[] = [
  {
    name: 'বিদ্যালয় বন্ধ থাকবে',
    title: '{1} বিদ্যালয় বন্ধ থাকবে',
    text: '{2} উপলক্ষে {1} বিদ্যালয়ের সকল ক্লাস বন্ধ থাকবে। পরবর্তী কর্মদিবস থেকে যথারীতি ক্লাস চলবে।',
    blanks: [day('২১ ডিসেম্বর'), { label: 'কী উপলক্ষে', example: 'শীতকালীন ছুটি' }],
  },
  {
    name: 'হঠাৎ ছুটি বা সময় বদল',
    title: '{1} ক্লাস হবে না',
    text: '{2} কারণে {1} ক্লাস হবে না। পরবর্তী সিদ্ধান্ত এই ওয়েবসাইটে জানানো হবে।',
    blanks: [day('২২ নভেম্বর'), { label: 'কী কারণে', example: 'ঝড়ের সতর্কতার' }],
  },
  {
    name: 'পরীক্ষার সময়সূচি',
    title: '{1}-এর সময়সূচি',
    text: '{1} {2} থেকে শুরু হবে। সময়সূচি নিচে দেওয়া হলো। প্রবেশপত্র সঙ্গে আনতে হবে এবং পরীক্ষা শুরুর ৩০ মিনিট আগে নিজের কক্ষে বসতে হবে।',
    blanks: [exam, day('২৯ নভেম্বর')],
  },
  {
    name: 'পরীক্ষার ফলাফল',
    title: '{1}-এর ফলাফল প্রকাশ',
    text: '{1}-এর ফলাফল {2} প্রকাশ করা হবে। অভিভাবকেরা শ্রেণিশিক্ষকের কাছ থেকে অগ্রগতি পত্র নিতে পারবেন।',
    blanks: [exam, day('৩০ ডিসেম্বর সকাল ১০টায়', 'কখন')],
  },
  {
    name: 'অভিভাবক সমাবেশ',
    title: 'অভিভাবক সমাবেশ: {1}',
    text: '{1} {2} অভিভাবক সমাবেশ হবে। সকল অভিভাবককে উপস্থিত থাকার জন্য অনুরোধ করা হলো।',
    blanks: [day('৫ ডিসেম্বর সকাল ১০টায়', 'কখন'), { label: 'কোথায়', example: 'বিদ্যালয় মিলনায়তনে' }],
  },
  {
    name: 'বেতন ও ফি',
    title: '{1} মাসের বেতন পরিশোধ',
    text: '{1} মাসের বেতন ও অন্যান্য পাওনা {2}-এর মধ্যে পরিশোধ করতে হবে।',
    blanks: [{ label: 'কোন মাস', example: 'ডিসেম্বর' }, day('১৫ ডিসেম্বর', 'শেষ দিন')],
  },
  {
    name: 'ভর্তি',
    title: '{1} শিক্ষাবর্ষে ভর্তি বিজ্ঞপ্তি',
    text: '{1} শিক্ষাবর্ষে ভর্তির আবেদন {2} পর্যন্ত করা যাবে। আবেদন ও লটারির নিয়ম নিচে দেওয়া হলো।',
    blanks: [year, day('৫ ডিসেম্বর', 'শেষ দিন')],
  },
  {
    name: 'ফরম পূরণ',
    title: '{1}-এর ফরম পূরণ',
    text: '{1}-এর ফরম পূরণ {2} পর্যন্ত চলবে। নির্ধারিত ফি ও দুই কপি ছবিসহ শ্রেণিশিক্ষকের সঙ্গে যোগাযোগ করতে হবে।',
    blanks: [{ label: 'কোন পরীক্ষা', example: 'এসএসসি পরীক্ষা ২০২৭' }, day('২০ ডিসেম্বর', 'শেষ দিন')],
  },
  {
    name: 'রেজিস্ট্রেশন',
    title: '{1}র রেজিস্ট্রেশন',
    text: '{1}র রেজিস্ট্রেশন {2} পর্যন্ত চলবে। জন্ম নিবন্ধনের কপি ও এক কপি ছবি সঙ্গে আনতে হবে।',
    blanks: [classes, day('২০ ডিসেম্বর', 'শেষ দিন')],
  },
  {
    name: 'উপবৃত্তির তথ্য',
    title: 'উপবৃত্তির তথ্য জমা: {1}',
    text: '{1}র যেসব ছাত্রী উপবৃত্তি পায়, তাদের তথ্য {2}-এর মধ্যে অফিসে জমা দিতে হবে।',
    blanks: [classes, day('১০ ডিসেম্বর', 'শেষ দিন')],
  },
  {
    name: 'নতুন বই বিতরণ',
    title: 'নতুন বই বিতরণ: {1}',
    text: '{1} {2} নতুন বই বিতরণ করা হবে। আগের বছরের অগ্রগতি পত্র সঙ্গে আনতে হবে।',
    blanks: [day('১ জানুয়ারি'), { label: 'কাদের', example: 'সব শ্রেণির ছাত্রীদের' }],
  },
  {
    name: 'দিবস পালন',
    title: '{1} পালনের সূচি',
    text: '{1} উপলক্ষে {2} বিদ্যালয় প্রাঙ্গণে অনুষ্ঠান হবে। সকল ছাত্রীকে বিদ্যালয়ের পোশাকে উপস্থিত থাকতে হবে।',
    blanks: [{ label: 'কোন দিবস', example: 'মহান বিজয় দিবস' }, day('১৬ ডিসেম্বর সকাল ৮টায়', 'কখন')],
  },
  {
    name: 'ক্রীড়া প্রতিযোগিতা',
    title: 'বার্ষিক ক্রীড়া প্রতিযোগিতা: {1}',
    text: '{1} {2} বার্ষিক ক্রীড়া প্রতিযোগিতা হবে। অংশ নিতে চাইলে শ্রেণিশিক্ষকের কাছে নাম দিতে হবে।',
    blanks: [day('১৫ জানুয়ারি সকাল ৯টায়', 'কখন'), { label: 'কোথায়', example: 'বিদ্যালয় মাঠে' }],
  },
  {
    name: 'টিকা বা স্বাস্থ্য পরীক্ষা',
    title: 'টিকাদান কর্মসূচি: {1}',
    text: '{1} {2} টিকা দেওয়া হবে। জন্ম নিবন্ধন নম্বর ও টিকা কার্ড সঙ্গে আনতে হবে।',
    blanks: [day('৮ ডিসেম্বর'), { label: 'কাদের', example: 'পঞ্চম থেকে নবম শ্রেণির ছাত্রীদের' }],
  },
  {
    name: 'শোক সংবাদ',
    title: 'শোক সংবাদ: {1}',
    text: '{2} {1} মৃত্যুবরণ করেছেন। তাঁর মৃত্যুতে বিদ্যালয়ের সকলে গভীরভাবে শোকাহত।',
    blanks: [
      { label: 'কার', example: 'জাহানারা বেগম' },
      { label: 'তাঁর পরিচয়', example: 'বিদ্যালয়ের সাবেক শিক্ষক' },
    ],
  },
]

/** Fills both blanks. */
export function fillReadyNotice(
  { title, text }: Pick<ReadyNotice, 'title' | 'text'>,
  [first, second]: readonly [string, string],
): { title: string; text: string } {
  const filled = (source: string) => source.replaceAll('{1}', first).replaceAll('{2}', second)
  return { title: filled(title), text: filled(text) }
}
