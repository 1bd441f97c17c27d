import type { NewSchoolInfo } from './school-info.ts'

/** Valid school information, for the examples of the API document and for tests. */
export const sampleSchoolInfo: NewSchoolInfo = {
  morningShift: 'তৃতীয় থেকে দশম শ্রেণি, সকাল ৭:৩০ – দুপুর ১২:০০',
  dayShift: 'তৃতীয় থেকে দশম শ্রেণি, দুপুর ১২:৩০ – বিকাল ৫:১৫',
  withoutShift: 'প্রযোজ্য নয়',
  totalLand: 3.25,
  totalBuildings: 5,
  totalClasses: 42,
  multimediaClasses: 12,
  ictLabs: 2,
  scienceLabs: 3,
  librarySeats: 80,
  totalStudents: 2285,
  boundaryWall: 'Yes',
  auditorium: 'No',
}
