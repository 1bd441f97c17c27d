/** Texts of the form of the contact record. */
export const contactAdminCopy = {
  'admin.contact.title': 'যোগাযোগ',
  'admin.contact.none': {
    bn: 'এখনো কিছু লেখা হয়নি। নিচে লিখুন।',
    en: 'No data found. You can input new data.',
  },
  'admin.contact.add': { bn: 'তথ্য যোগ করুন', en: 'Add Information' },
  'admin.contact.save': { bn: 'পরিবর্তন সংরক্ষণ করুন', en: 'Save Changes' },
  'admin.contact.saving': { bn: 'সংরক্ষণ করা হচ্ছে...', en: 'Saving...' },
  'admin.contact.saved': { bn: 'সংরক্ষণ হয়েছে।', en: 'Data saved successfully!' },
  'admin.contact.failed': {
    bn: 'সংরক্ষণ করা যায়নি। আবার চেষ্টা করুন।',
    en: 'Failed to save data. Please try again.',
  },
  'contact.hint.none': 'না থাকলে “প্রযোজ্য নয়” লিখুন',
  'contact.hint.phone': 'একাধিক নম্বর হলে মাঝে কমা দিন, যেমন: ০২-৫৫৫০১২৩৪, ০১৭১১-০০০০০০',
  'contact.hint.email': 'যেমন: info@example.edu.bd',
  'contact.hint.website': 'যেমন: www.example.edu.bd। না থাকলে খালি রাখুন।',
  'admin.contact.lead': '‘যোগাযোগ’ পাতায় এই তথ্য দেখা যায়। ওয়েবসাইট ছাড়া সব ঘর পূরণ করতে হবে।',
  'admin.contact.unread': 'সার্ভার থেকে আগের তথ্য আনা যায়নি। সংযোগ দেখে আবার চেষ্টা করুন।',
} as const
