/** Texts of the public table of an examination. */
export const examCopy = {
  'exam.lead': 'পরীক্ষার সূচি, {days}',
  'exam.date': 'তারিখ ও বার',
  'exam.time': 'সময়',
  'exam.classes': 'শ্রেণি',
  'exam.subject': 'বিষয়',
  'exam.room': 'কক্ষ',
} as const
