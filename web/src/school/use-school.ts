import type { ReadApi } from '@bidyaloy/shared/api/api'
import { toLatinDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useReadApi, useToday } from '../ui/page-context.ts'
import { t } from '../ui/t.ts'

/** The site's settings. */
export const settingsQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => api.getSettings({}, { signal }),
  })

/** The classes of the school in their order. */
export const classesQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['classes'],
    queryFn: ({ signal }) => api.listClasses({}, { signal }),
  })

/** The site's settings; undefined until they load. */
export function useSettings() {
  return useQuery(settingsQuery(useReadApi())).data
}

/** Age of a school, in years, from its golden jubilee on until before the diamond one. */
const GOLDEN_AGE = { from: 50, until: 60 }

/**
 * Texts of the jubilee gallery and its box: the golden jubilee unless staff set another celebration.
 * The fifty years are claimed only of a school whose founding year shows them.
 */
export function useJubilee() {
  const { jubilee: set, identity } = useSettings() ?? {}
  const thisYear = Number(useToday().iso.slice(0, 4))
  const founded = toLatinDigits(identity?.established ?? '').match(/\d{4}/)?.[0]
  const age = founded === undefined ? null : thisYear - Number(founded)
  const hasAge = age !== null && age >= GOLDEN_AGE.from && age < GOLDEN_AGE.until
  const isOwn = set?.number || set?.title
  const isGolden = hasAge && !isOwn
  return {
    /** Not where the founding year contradicts a golden jubilee. */
    isShown: (set?.shown ?? true) && (isGolden || isOwn || age === null),
    number: set?.number || (isGolden ? t('public.home.jubilee.number') : ''),
    /** Empty for the golden jubilee. */
    ownTitle: set?.title ?? '',
    title: set?.title || t('public.home.jubilee.title'),
    text: set?.text || (isGolden ? t('public.home.jubilee.text') : ''),
    link: t(set?.title ? 'public.home.photos.all' : 'public.home.jubilee.link'),
  }
}

export interface MapPin {
  latitude: number
  longitude: number
}

/** The school's location; null unless staff set a pin. */
export function useMapPin(): MapPin | null {
  const { latitude = null, longitude = null } = useSettings()?.mapPin ?? {}
  return latitude === null || longitude === null ? null : { latitude, longitude }
}
