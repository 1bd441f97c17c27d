import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { blurCopy } from '@bidyaloy/shared/features/blur/admin-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRights } from '../../../admin/api/session.ts'
import { useWriteApi } from '../../../admin/api/use-write-api.ts'
import { ChangeFailure } from '../../../admin/components/change-failure.tsx'
import { ConfirmDialog } from '../../../admin/components/dialogs.tsx'
import { useEntryCache } from '../../../admin/entries/entry-cache.ts'
import { withCopy } from '../../../admin/t.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'

const t = withCopy(blurCopy)

/** What former versions still have of photos before they were blurred; heads can delete that. */
export function UnblurredNote({ params }: { params: { collection: CollectionName; id: string } }) {
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache()
  const mayPurge = useRights()('approve')
  const [isAsking, setAsking] = useState(false)
  const left = useQuery({
    queryKey: ['entries', params.collection, 'unblurred', params.id],
    queryFn: () => api.getUnblurred({ params }),
  })
  const purge = useMutation({
    mutationFn: () => api.deleteUnblurred({ params }),
    onSuccess: () => {
      setAsking(false)
      cache.refresh()
      notifySaved({ text: t('blur.purged'), records: [params.id] })
    },
  })
  const count = left.data?.count ?? 0
  if (count === 0) return null
  return (
    <>
      <Alert tone="warn">
        <p>{t('blur.left', { n: formatNumber(count) })}</p>
        {mayPurge ? (
          <Button small icon="trash" look="danger" onClick={() => setAsking(true)}>
            {t('blur.purge')}
          </Button>
        ) : (
          <p>{t('blur.left.ask')}</p>
        )}
      </Alert>
      {isAsking && (
        <ConfirmDialog
          title={t('blur.purge.title')}
          yes={{ icon: 'trash', label: t('blur.purge'), busy: purge.isPending }}
          onYes={() => purge.mutate()}
          onClose={() => setAsking(false)}
        >
          <ChangeFailure change={purge} text={t('blur.purge.failed')} />
          <p>{t('blur.purge.why')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
