/* Addresses of the calendar. */

export const pages = { calendar: '/calendar' } as const

export const files = {
  /** iCalendar file of all dates, to subscribe to. */
  calendar: '/calendar.ics',
} as const
