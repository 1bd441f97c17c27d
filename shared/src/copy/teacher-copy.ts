/** Heads of the table of officers and teachers: the page's own, and the form's that makes it. */
export const teacherCopy = {
  'public.teachers.col.name': 'নাম',
  'public.teachers.col.post': 'পদবি',
  'public.teachers.col.subject': 'বিষয়',
  'public.teachers.col.phone': 'ফোন',
  'public.teachers.col.email': 'ই-মেইল',
} as const
