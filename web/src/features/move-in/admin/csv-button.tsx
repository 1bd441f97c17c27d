import type { Api } from '@bidyaloy/shared/api/api'
import { addressesCsv, reportCsv } from '@bidyaloy/shared/features/move-in/csv'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failureText } from '../../../admin/api/failure-text.ts'
import { useSiteOrigin } from '../../../admin/entries/site-origin.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { useToasts } from '../../../ui/toast.tsx'
import { t } from './texts.ts'

interface CsvButtonProps {
  /** Of the move. */
  id: string
  of: 'report' | 'addresses'
  children: ReactNode
}

/** Downloads what became of every item, or the old addresses, for a spreadsheet or the old host. */
export function CsvButton({ id, of, children }: CsvButtonProps) {
  const api = useAdminApi()
  const toasts = useToasts()
  const origin = useSiteOrigin() ?? ''
  const save = useMutation({
    mutationFn: () => csvOf(api, { id, of, origin }),
    onSuccess: (csv) => {
      const date = dhakaTime(new Date()).iso
      const content = new Blob([csv], { type: 'text/csv;charset=utf-8' })
      saveFile(content, `${t(`moveIn.csv.name.${of}`, { date })}.csv`)
    },
    onError: (error) =>
      toasts.show({
        tone: 'error',
        text: `${t('moveIn.report.csv.failed')} ${failureText(error)}`,
      }),
  })
  return (
    <Button icon="download" busy={save.isPending} onClick={() => save.mutate()}>
      {children}
    </Button>
  )
}

interface CsvOptions extends Pick<CsvButtonProps, 'id' | 'of'> {
  origin: string
}

async function csvOf(api: Api, { id, of, origin }: CsvOptions): Promise<string> {
  const params = { id }
  if (of === 'report') {
    const items = await allOf(async (page) => {
      const { total, items: found } = await api.listMoveInItems({ params, query: page })
      return { total, found }
    })
    return reportCsv(items, origin)
  }
  const addresses = await allOf(async (page) => {
    const { total, addresses: found } = await api.listOldAddresses({ params, query: page })
    return { total, found }
  })
  return addressesCsv(addresses, origin)
}

const PAGE_SIZE = 1000

/** Reads a list page after page. */
async function allOf<T>(
  read: (page: { limit: number; offset: number }) => Promise<{ total: number; found: T[] }>,
): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const { total, found } = await read({ limit: PAGE_SIZE, offset: all.length })
    all.push(...found)
    if (found.length === 0 || all.length >= total) return all
  }
}
