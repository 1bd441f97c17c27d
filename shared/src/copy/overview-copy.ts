/** Texts of the dashboard's first screen. `overview.setup.<step>` are the steps of setting a site up. */
export const overviewCopy = {
  'overview.publish': 'নোটিশ প্রকাশ করুন',
  'overview.loading': 'কী করার আছে দেখা হচ্ছে...',
  'overview.error': 'কী করার আছে তা আনা যায়নি। সংযোগ দেখে আবার চেষ্টা করুন।',

  'overview.setup.title': 'ওয়েবসাইট প্রস্তুত করুন',
  'overview.setup.lead': '{total}টি কাজের মধ্যে {n}টি হয়েছে। বাকিগুলো করলেই ওয়েবসাইট সম্পূর্ণ হবে।',
  'overview.setup.contact': 'বিদ্যালয়ের নাম, ঠিকানা ও ফোন লিখুন',
  'overview.setup.identity': 'প্রতীক, মূলমন্ত্র ও প্রতিষ্ঠার বছর দিন',
  'overview.setup.headTeacher': 'প্রধান শিক্ষকের নাম, ছবি ও বাণী দিন',
  'overview.setup.schoolInfo': 'এক নজরে বিদ্যালয়ের তথ্য পূরণ করুন',
  'overview.setup.studentCounts': 'শ্রেণি অনুযায়ী শিক্ষার্থীর সংখ্যা দিন',
  'overview.setup.teacherPage': 'কর্মকর্তা ও শিক্ষকদের তালিকা দিন',
  'overview.setup.notice': 'প্রথম নোটিশ প্রকাশ করুন',
  'overview.setup.done': 'হয়েছে',
  'overview.setup.open': 'বাকি আছে',

  'overview.watch.title': 'যা খেয়াল রাখতে হবে',
  'overview.watch.nothing': 'এখন আলাদা করে কিছু করার নেই।',
  'overview.scheduled': 'পরে প্রকাশ হবে',
  'overview.scheduled.when': '{moment} থেকে দেখা যাবে',
  'overview.expiring': 'শিগগিরই সরে যাবে',
  'overview.expiring.when': '{moment} পর্যন্ত দেখা যাবে',
  'overview.stale': 'এক বছরের পুরোনো, তবু সবার উপরে',
  'overview.stale.when': 'প্রকাশ: {date}',
  'overview.withoutFile': 'ফাইল খুঁজে পাওয়া যাচ্ছে না',
  'overview.withoutFile.what': 'ফাইলটি আবার যোগ করুন, নয়তো ব্যাকআপ থেকে ফিরিয়ে আনুন',
  'overview.damaged':
    'তথ্যভান্ডারে ত্রুটি পাওয়া গেছে। নতুন কিছু যোগ করবেন না; যিনি সার্ভার দেখাশোনা করেন, তাঁকে এখনই সর্বশেষ ভালো ব্যাকআপটি ফিরিয়ে আনতে বলুন।',
  'overview.backup.last': 'সর্বশেষ ব্যাকআপ: {moment} ({size})',
  'overview.backup.old':
    'সর্বশেষ ব্যাকআপ {n} দিন আগের: {moment} ({size})। যিনি সার্ভার দেখাশোনা করেন, তাঁকে নতুন ব্যাকআপ নিতে বলুন।',
  'overview.backup.none': 'এখনো কোনো ব্যাকআপ নেওয়া হয়নি। যিনি সার্ভার দেখাশোনা করেন, তাঁকে ব্যাকআপ নিতে বলুন।',

  'overview.now.title': 'দর্শকেরা এখন যা দেখছেন',
  'overview.now.site': 'প্রথম পাতা দেখুন',
  'overview.latest.notices': 'সর্বশেষ নোটিশ',
  'overview.latest.news': 'সর্বশেষ খবর',
  'overview.latest.empty.notices': 'এখনো কোনো নোটিশ নেই।',
  'overview.latest.empty.news': 'এখনো কোনো খবর নেই।',
  'overview.latest.all': 'সব দেখুন',
  'overview.latest.failed': 'তালিকাটি আনা যায়নি।',
} as const
