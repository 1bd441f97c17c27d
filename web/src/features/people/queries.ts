import type { ReadApi } from '@bidyaloy/shared/api/api'
import { entriesQuery } from '../../collections/entry-queries.ts'

/** All people in their order. */
export const peopleQuery = (api: ReadApi) => entriesQuery(api, 'people', { sort: 'order' })
