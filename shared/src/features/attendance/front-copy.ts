/** The line of the front page about the present day's attendance. */
export const attendanceFrontCopy = {
  'attendance.front': 'উপস্থিতি {n}%',
} as const
