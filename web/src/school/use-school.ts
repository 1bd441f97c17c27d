import { useQuery } from '@tanstack/react-query'
import { useReadApi } from '../ui/read-api.ts'
import { siteText } from '../ui/site-text.ts'
import { contactQuery, settingsQuery } from './school-queries.ts'

/** The site's settings; undefined while they are not there. */
export function useSettings() {
  return useQuery(settingsQuery(useReadApi())).data
}

/** The contact record; null or undefined where there is none (yet). */
export function useContact() {
  return useQuery(contactQuery(useReadApi())).data
}

/** The school's own name, or the general one while none was saved. */
export function useSchoolName(): string {
  return useContact()?.schoolName || siteText('site.name.generic')
}
