import type { Api, ReadApi } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'

/** The eleven items as visitors see them. */
export const disclosureQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['disclosure'],
    queryFn: ({ signal }) => api.getDisclosure({}, { signal }),
  })

/** The texts that have no home elsewhere. */
export const disclosureTextsQuery = (api: Pick<Api, 'getDisclosureTexts'>) =>
  queryOptions({
    queryKey: ['disclosure', 'texts'],
    queryFn: ({ signal }) => api.getDisclosureTexts({}, { signal }),
  })
