/** Sentences and names that the server itself says, in the reader's language where it is known. */
export const siteMessages = {
  'contact.saved': {
    bn: 'তথ্য সফলভাবে সংরক্ষণ করা হয়েছে!',
    en: 'Data saved successfully!',
  },
  'feed.title': { bn: '{school}: নোটিশ ও খবর', en: '{school}: notices and news' },
  'card.ward': { bn: 'ওয়ার্ড', en: 'Ward' },
  'card.country': { bn: 'বাংলাদেশ', en: 'Bangladesh' },
  'picture.crest': { bn: 'বিদ্যালয়ের প্রতীক', en: 'Crest of the school' },
  'picture.banner': { bn: 'প্রথম পাতার বড় ছবি', en: 'Large picture of the front page' },
  'picture.headTeacher': { bn: 'প্রধান শিক্ষকের ছবি', en: 'Picture of the head teacher' },
} as const
