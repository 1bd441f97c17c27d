import type { ReadApi } from '@bidyaloy/shared/api/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSettings } from '../../school/use-school.ts'
import { orNull, useReadApi } from '../../ui/page-context.ts'
import { t } from '../../ui/t.ts'

/** The contact record; null before it is first saved. */
export const contactQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['contact'],
    queryFn: ({ signal }) => orNull(api.getContact({}, { signal })),
  })

/** The contact record; null if none is saved, undefined until it loads. */
export function useContact() {
  return useQuery(contactQuery(useReadApi())).data
}

/** The school's name, or a generic one until it is saved. */
export function useSchoolName(): string {
  const { name } = useSettings()?.identity ?? {}
  return useContact()?.schoolName || name || t('site.name.generic')
}
