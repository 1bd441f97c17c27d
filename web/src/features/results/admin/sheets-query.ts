import type { Api } from '@bidyaloy/shared/api/api'
import type { PublicResults, ResultSheet } from '@bidyaloy/shared/features/results/results'
import { queryOptions } from '@tanstack/react-query'
import { drafts } from '../../../admin/form/drafts.ts'
import { t } from '../../../admin/t.ts'

/** The sheets whose results can be seen. */
export const sheetsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['resultSheets'],
    queryFn: ({ signal }) => api.listResultSheets({}, { signal }),
  })

/** «অষ্টম শ্রেণি, প্রভাতী, খ শাখা» */
export const groupText = ({
  className,
  shift,
  section,
}: Pick<ResultSheet, 'className' | 'shift' | 'section'>): string =>
  [
    t('enum.class.suffix', { class: t(`enum.class.${className}`) }),
    t(`enum.shift.${shift}`),
    t('enum.section.suffix', { section: t(`enum.section.${section}`) }),
  ].join(', ')

/** «অষ্টম, প্রভাতী, খ» */
export const shortGroupText = ({ className, shift, section }: PublicResults): string =>
  [t(`enum.class.${className}`), t(`enum.shift.${shift}`), t(`enum.section.${section}`)].join(', ')

/**
 * The slips that wait to be printed, by sheet: encrypted with a key that only the server has. The
 * browser stores no name and no code.
 */
export const keptSlips = {
  find: (id: string): string | undefined => drafts.read(keyOf(id)).kept,
  keep: (id: string, kept: string): void => drafts.store(keyOf(id), { kept }),
  forget: (id: string): void => drafts.forget(keyOf(id)),
}

const keyOf = (id: string) => `resultSlips:${id}`
