/** Sentences and names that the server itself says, in the reader's language where it is known. */
export const siteMessages = {
  'contact.saved': {
    bn: 'তথ্য সফলভাবে সংরক্ষণ করা হয়েছে!',
    en: 'Data saved successfully!',
  },
  'staticCopy.title': { bn: 'এখান থেকে লগইন করা যায় না', en: 'There is no login here' },
  'staticCopy.body': {
    bn: 'এটি বিদ্যালয়ের ওয়েবসাইটের একটি অনুলিপি; এতে ড্যাশবোর্ড নেই।',
    en: 'This is a copy of the school’s website; it has no dashboard.',
  },
  'staticCopy.home': { bn: 'প্রথম পাতা', en: 'Front page' },
  'staticCopy.dashboard': { bn: 'মূল ওয়েবসাইটের ড্যাশবোর্ড', en: 'Dashboard of the website itself' },
  'feed.title': { bn: '{school}: নোটিশ ও খবর', en: '{school}: notices and news' },
  'card.ward': { bn: 'ওয়ার্ড', en: 'Ward' },
  'card.country': { bn: 'বাংলাদেশ', en: 'Bangladesh' },
  'import.conflict': {
    bn: '{group}: এই তথ্য তুলনা করার পর অন্য কেউ বদলেছেন। কিছুই সংরক্ষণ করা হয়নি। নতুন করে তুলনা করে আবার চেষ্টা করুন।',
    en: '{group}: someone else has changed this since it was compared. Nothing was saved. Compare anew and retry.',
  },
  'admin.nameTaken': {
    bn: 'এই ব্যবহারকারীর নামে একজন অ্যাডমিন আগে থেকেই আছেন। অন্য নাম দিন।',
    en: 'There is an admin of this username already. Choose another name.',
  },
  'admin.self': {
    bn: 'নিজের লগইন নিজে বন্ধ করা যায় না। অন্য একজন অ্যাডমিনকে বলুন।',
    en: 'You cannot disable yourself. Ask another admin.',
  },
} as const
