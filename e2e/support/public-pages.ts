import type { Api } from '@bidyaloy/shared/api/api'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { attendanceCopy } from '@bidyaloy/shared/features/attendance/copy'
import { resultsTitle } from '@bidyaloy/shared/features/results/paths'
import { routineTitle } from '@bidyaloy/shared/features/routine/paths'
import { dhakaYear } from '@bidyaloy/shared/lib/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { siteText } from './texts.ts'

/** A public page listed in the specification. */
export interface PublicPage {
  path: string
  heading: string
  /** Beginning of the name in its tab, if that is not the heading. */
  tab?: string
  status: 200 | 404
}

const page = (path: string, heading: string, status: 200 | 404 = 200): PublicPage => ({
  path,
  heading,
  status,
})

export const frontPage = page('/', siteText('site.name.generic'))

/** Every page except the front page. */
export const innerPages: readonly PublicPage[] = [
  page('/schoolInfo', siteText('public.glance.title')),
  page('/schoolDescription', siteText('public.history.title')),
  page('/officers_teachers', siteText('public.teachers.title')),
  page('/studentcount', siteText('public.students.title')),
  page('/photo-gallery', siteText('public.gallery.title')),
  page('/golden-jubilee-photo-gallery', siteText('public.jubilee.title')),
  page('/contact_us', siteText('public.contact.title')),
  page('/allNotices', siteText('public.notices.title')),
  page('/allnews', siteText('public.news.title')),
  page('/allDownloads', siteText('public.downloads.title')),
  page('/student_at_a_glance', siteText('eservice.glance.title')),
  page('/studentdailyattendance.aspx', siteText('eservice.attendance.title')),
  page('/attendance', attendanceCopy['attendance.title']),
  page('/payment-history.aspx', siteText('eservice.payment.title')),
  page('/public-exam-result.aspx', siteText('eservice.result.title')),
  page('/results', resultsTitle),
  page('/routine', routineTitle),
  page('/disclosure', siteText('footer.disclosure')),
  page('/privacy', siteText('footer.privacy')),
  page('/verify', siteText('footer.verify')),
  page('/albums', siteText('public.albums.title')),
  page('/people', siteText('public.people.title')),
  page('/sitemap', siteText('footer.sitemap')),
  {
    ...page(
      '/calendar',
      `${siteText('public.events.title')} ${toBengaliDigits(dhakaYear(new Date()))}`,
    ),
    tab: `${siteText('public.events.title')}, `,
  },
  page('/search', siteText('search.label')),
  page('/nothing/stands/here', siteText('error.404.title'), 404),
]

/** A search that finds nothing. */
const VAIN_SEARCH = '/allNotices?q=কোথাওনেই'

/** Paths of other pages: notices as PDF, text and sheets, a news item, an open photo, searches. */
export async function furtherAddresses(api: Api): Promise<string[]> {
  const newest = async (
    collection: 'notices' | 'news' | 'main-gallery' | 'pages' | 'events',
    has: (entry: Entry) => boolean = ({ filePath }) => filePath !== undefined,
  ) => {
    const entries = await api.listEntries({ params: { collection } })
    return entries.find(has)?._id
  }
  return [
    `/n/${await newest('notices', ({ mimeType }) => mimeType === 'application/pdf')}`,
    `/n/${await newest('notices', ({ excerpt }) => excerpt !== undefined)}`,
    `/n/${await newest('notices', ({ files }) => files !== undefined)}`,
    `/news/${await newest('news')}`,
    `/p/${await newest('pages')}`,
    `/e/${await newest('events', () => true)}`,
    '/routine/9/morning/a',
    '/routine/all',
    '/class/9',
    '/allNotices?class=Nine',
    `/photo-gallery?photo=${await newest('main-gallery')}`,
    VAIN_SEARCH,
    `/search?q=${encodeURIComponent('পরিক্ষা')}`,
    '/search?q=কোথাওনেই',
  ]
}
