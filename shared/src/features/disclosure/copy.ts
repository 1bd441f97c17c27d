import { disclosureTitle } from './paths.ts'

/** Texts of what every school publishes: its page, and the labels of the items. */
export const disclosureCopy = {
  'disclosure.title': disclosureTitle,
  'disclosure.lead': 'বিদ্যালয়ের যে ১১টি তথ্য সবার জানার কথা। প্রতিটির পাশে শেষ হালনাগাদের তারিখ আছে।',
  'disclosure.loading': 'তথ্য আনা হচ্ছে...',
  'disclosure.error': 'তথ্য আনা যায়নি। অনুগ্রহ করে কিছুক্ষণ পর আবার চেষ্টা করুন।',
  'disclosure.missing': 'তথ্য এখনো দেওয়া হয়নি',
  'disclosure.notApplicable': 'প্রযোজ্য নয়: {reason}',
  'disclosure.updated': 'হালনাগাদ: {date}',
  'disclosure.open': 'দেখুন',
  'disclosure.profile': 'প্রতিষ্ঠান পরিচিতি',
  'disclosure.permission': 'পাঠদানের অনুমতি ও স্বীকৃতি',
  'disclosure.students': 'শ্রেণি ও লিঙ্গভিত্তিক শিক্ষার্থীর তথ্য',
  'disclosure.sections': 'শ্রেণিভিত্তিক অনুমোদিত শাখার তথ্য',
  'disclosure.teaching': 'পাঠদান সংক্রান্ত তথ্য: শিক্ষকের নামসহ রুটিন, পাঠ্যসূচি, নোটিশ',
  'disclosure.mpo': 'এমপিও ও জাতীয়করণের তথ্য',
  'disclosure.contact': 'যোগাযোগের ঠিকানা, ফোন ও মোবাইল',
  'disclosure.infoCentre': 'তথ্য সেবাকেন্দ্রের ঠিকানা ও মোবাইল',
  'disclosure.complaints': 'অভিযোগ নিষ্পত্তি কর্মকর্তার ঠিকানা ও মোবাইল',
  'disclosure.people': 'প্রতিষ্ঠানপ্রধান, শিক্ষক ও কর্মচারীর তথ্য',
  'disclosure.committee': 'পরিচালনা কমিটির তথ্য',
} as const
