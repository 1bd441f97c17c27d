/** Text of the calendar's iCalendar file. */
export const calendarFileCopy = {
  'calendarFile.title': '{school}: শিক্ষাপঞ্জি',
} as const
