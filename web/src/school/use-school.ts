import { useQuery } from '@tanstack/react-query'
import { useReadApi } from '../ui/read-api.ts'
import { t } from '../ui/t.ts'
import { contactQuery, settingsQuery } from './school-queries.ts'

/** The site's settings; undefined while they are not there. */
export function useSettings() {
  return useQuery(settingsQuery(useReadApi())).data
}

/** What the festive gallery and its box on the front page say: the golden jubilee unless staff set another. */
export function useJubilee() {
  const set = useSettings()?.jubilee
  const isOwn = !!set && (set.number !== '' || set.title !== '')
  return {
    isShown: set?.shown ?? true,
    number: set?.number || (isOwn ? '' : t('public.home.jubilee.number')),
    /** Empty for the golden jubilee. */
    ownTitle: set?.title ?? '',
    title: set?.title || t('public.home.jubilee.title'),
    text: set?.text || (isOwn ? '' : t('public.home.jubilee.text')),
    link: t(set?.title ? 'public.home.photos.all' : 'public.home.jubilee.link'),
  }
}

export interface MapPin {
  latitude: number
  longitude: number
}

/** Where the school is on the map; null where staff set no pin. */
export function useMapPin(): MapPin | null {
  const { latitude = null, longitude = null } = useSettings()?.mapPin ?? {}
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** The contact record; null or undefined where there is none (yet). */
export function useContact() {
  return useQuery(contactQuery(useReadApi())).data
}

/** The school's own name, or the general one while none was saved. */
export function useSchoolName(): string {
  return useContact()?.schoolName || t('site.name.generic')
}
