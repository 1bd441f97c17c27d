/** Texts of the steps in which a new site is set up. */
export const firstRunCopy = {
  'firstRun.title': 'পাঁচ ধাপে ওয়েবসাইট তৈরি',
  'firstRun.lead': '৫টির মধ্যে {n}টি হয়েছে। থেমে পরেও করা যায়।',
  'firstRun.start': 'শুরু করুন',
  'firstRun.resume': 'চালিয়ে যান',
  'firstRun.done': 'হয়েছে',
  'firstRun.save': 'সংরক্ষণ করে এগোন',
  'firstRun.next': 'পরের ধাপ',
  'firstRun.skip': 'পরে করলেও চলে',
  'firstRun.home': 'শুরুর পাতায় যান',
  'firstRun.site': 'ওয়েবসাইট এখন',
  'firstRun.name': 'বিদ্যালয়ের নাম',
  'firstRun.head': 'প্রধান শিক্ষক',
  'firstRun.people': 'শিক্ষক ও কর্মচারী',
  'firstRun.notice': 'প্রথম নোটিশ',
  'firstRun.later': 'বাকি কাজ',
  'firstRun.moveIn': 'আগের ওয়েবসাইট আছে? সেখান থেকে আনুন',
  'firstRun.district': 'জেলা',
  'firstRun.phone': 'ফোন নম্বর',
  'firstRun.message': 'প্রধান শিক্ষকের বাণী',
  'firstRun.message.hint': 'একটি বেছে নিন, পরে বদলানো যায়।',
  'firstRun.later.lead': 'এগুলো পরে করলেও চলে।',
  'firstRun.notice.title': 'আমাদের ওয়েবসাইট চালু হলো',
  'firstRun.notice.text':
    'এখন থেকে বিদ্যালয়ের নোটিশ, খবর, রুটিন ও ফলাফল এই ওয়েবসাইটে পাওয়া যাবে। প্রয়োজনীয় ফরম ও ছুটির তালিকাও এখানে থাকবে।',
} as const

/** Messages of a head teacher, of which one is chosen until the head writes another. */
export const readyMessages = [
  'আমাদের বিদ্যালয়ের ওয়েবসাইটে আপনাকে স্বাগত। নোটিশ, রুটিন, ফলাফল ও ছুটির খবর এখানেই সবার আগে পাবেন। আমাদের ছাত্রীদের জন্য দোয়া করবেন।',
  'প্রতিটি ছাত্রী যেন নিরাপদে, আনন্দে ও নিজের সামর্থ্যে শিখতে পারে, সেটিই আমাদের লক্ষ্য। অভিভাবকের সহযোগিতা পেলে সেই পথ সহজ হয়। এই ওয়েবসাইট আমাদের মধ্যে যোগাযোগের সেতু হবে।',
  'শিক্ষা শুধু পরীক্ষার ফল নয়; সততা, শৃঙ্খলা ও অন্যের প্রতি সম্মানও শিক্ষা। আমরা ছাত্রীদের এমন মানুষ হিসেবে গড়ে তুলতে চাই, যারা দেশকে এগিয়ে নেবে।',
] as const
