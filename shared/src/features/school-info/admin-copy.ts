/** Texts of the form of the school information. */
export const schoolInfoAdminCopy = {
  'admin.schoolInfo.title': { bn: 'বিদ্যালয়ের তথ্য', en: 'manage info' },
  'admin.schoolInfo.loading': { bn: 'লোড হচ্ছে...', en: 'Loading' },
  'admin.schoolInfo.create': { bn: 'সংরক্ষণ করুন', en: 'Create' },
  'admin.schoolInfo.update': { bn: 'পরিবর্তন সংরক্ষণ করুন', en: 'Update' },
  'admin.schoolInfo.updated': {
    bn: 'পরিবর্তন সংরক্ষণ হয়েছে।',
    en: 'School information updated successfully!',
  },
  'admin.schoolInfo.created': {
    bn: 'সংরক্ষণ হয়েছে।',
    en: 'School information created successfully!',
  },
  'admin.schoolInfo.saveError': { bn: 'সংরক্ষণ করা যায়নি: ', en: 'Error saving data: ' },
  'schoolInfo.field.morningShift.hint': 'যেমন: সকাল ৭:৩০ – দুপুর ১২:০০',
  'schoolInfo.field.dayShift.hint': 'যেমন: দুপুর ১২:৩০ – বিকাল ৫:১৫',
  'schoolInfo.field.withoutShift.hint': 'শিফট না থাকলে “প্রযোজ্য নয়” লিখুন',
  'admin.schoolInfo.lead': '‘এক নজরে বিদ্যালয়’ পাতায় এই তথ্য দেখা যায়। সব ঘর পূরণ করতে হবে।',
  'admin.schoolInfo.group.shifts': 'শিফট ও সময়',
  'admin.schoolInfo.group.buildings': 'জমি ও ভবন',
  'admin.schoolInfo.group.teaching': 'শিক্ষার সুবিধা',
  'admin.schoolInfo.failed': 'বিদ্যালয়ের তথ্য আনা যায়নি। সংযোগ দেখে আবার চেষ্টা করুন।',
} as const
