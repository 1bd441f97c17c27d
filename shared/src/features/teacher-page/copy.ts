/** Texts of the page of officers and teachers. */
export const teacherPageCopy = {
  'public.teachers.title': 'কর্মকর্তা ও শিক্ষকবৃন্দ',
  'public.teachers.loading': 'শিক্ষকদের তথ্য আনা হচ্ছে...',
  'public.teachers.error': 'শিক্ষকদের তথ্য আনা যায়নি। অনুগ্রহ করে কিছুক্ষণ পর আবার চেষ্টা করুন।',
  'public.teachers.empty': 'শিক্ষকদের তথ্য এখনো যুক্ত করা হয়নি।',
} as const
