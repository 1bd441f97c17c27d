/** Texts of the paper with the school's letterhead, on the site and in the dashboard. */
export const padCopy = {
  'letterhead.phone': 'ফোন: {phone}',
  'letterhead.eiin': 'ইআইআইএন: {eiin}',
  'letterhead.memo': 'স্মারক নং',
  'letterhead.date': 'তারিখ',
  'letterhead.head': 'প্রধান শিক্ষক',
} as const
