/** Addresses of the public pages. */
export const pagePaths = {
  home: '/',
  schoolInfo: '/schoolInfo',
  history: '/schoolDescription',
  teachers: '/officers_teachers',
  studentCount: '/studentcount',
  studentsAtAGlance: '/student_at_a_glance',
  attendance: '/studentdailyattendance.aspx',
  payment: '/payment-history.aspx',
  publicResult: '/public-exam-result.aspx',
  gallery: '/photo-gallery',
  jubilee: '/golden-jubilee-photo-gallery',
  contact: '/contact_us',
  notices: '/allNotices',
  news: '/allnews',
  downloads: '/allDownloads',
} as const

export const ADMIN_LOGIN = '/admin/login'

/** Whether a link leaves this site, and so opens a tab of its own. */
export function isExternal(href: string): boolean {
  return /^https?:/i.test(href)
}
