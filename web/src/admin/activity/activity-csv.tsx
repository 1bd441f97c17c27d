import type { Api } from '@bidyaloy/shared/api/api'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import type { ActivityItem } from '@bidyaloy/shared/school/activity'
import { activityCsv } from '@bidyaloy/shared/school/activity-sentence'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { useNames } from '../components/names.ts'
import { withCopy } from '../t.ts'

const t = withCopy(overviewCopy)

/** Downloads the whole activity: a copy outside of the server shows later what was changed there. */
export function ActivityCsv() {
  const api = useAdminApi()
  const toasts = useToasts()
  const { nameOf } = useNames()
  const save = useMutation({
    mutationFn: async () => activityCsv(await wholeActivity(api), nameOf),
    onSuccess: (csv) => {
      const content = new Blob([csv], { type: 'text/csv;charset=utf-8' })
      saveFile(content, `${t('activity.csv.name', { date: dhakaTime(new Date()).iso })}.csv`)
    },
    onError: (error) =>
      toasts.show({ tone: 'error', text: `${t('activity.csv.failed')} ${failureText(error)}` }),
  })
  return (
    <div>
      <Button icon="download" busy={save.isPending} onClick={() => save.mutate()}>
        {t('activity.csv')}
      </Button>
    </div>
  )
}

const PAGE_SIZE = 1000

/** Reads the activity page after page. @returns it oldest first */
async function wholeActivity(api: Api): Promise<ActivityItem[]> {
  const items = new Map<string, ActivityItem>()
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const found = await api.listActivity({ query: { limit: PAGE_SIZE, offset } })
    // What was done meanwhile moves items to the next page.
    for (const item of found) items.set(item._id, item)
    if (found.length < PAGE_SIZE) break
  }
  return [...items.values()].sort((a, b) => Number(a._id) - Number(b._id))
}
