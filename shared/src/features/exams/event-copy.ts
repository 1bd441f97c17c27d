/** Text of the calendar's entry of an examination. */
export const examEventCopy = {
  'examEvent.link': 'তারিখ ও বিষয়: [পরীক্ষার সূচি]({address})',
} as const
