import type { MoveIn } from '@bidyaloy/shared/features/move-in/move-in'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useState } from 'react'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { ChangeFailure } from '../../../admin/components/change-failure.tsx'
import { ConfirmDialog } from '../../../admin/components/dialogs.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { useMoveTask } from './move-queries.ts'
import { t } from './texts.ts'

/** Takes everything that was brought away again; says which edited entries prevent it. */
export function Undo({ move }: { move: MoveIn }) {
  const { _id: id, edited, counts } = move
  const api = useAdminApi()
  const [isAsking, setAsking] = useState(false)
  const undo = useMoveTask(() => api.undoMoveIn({ params: { id } }))
  if (counts.published + counts.draft === 0) return null
  if (edited.length > 0) {
    return (
      <Alert tone="warn">
        <p>{t('moveIn.undo.edited', { n: formatNumber(edited.length) })}</p>
        <ul>
          {edited.map(({ title, path }) => (
            <li key={path}>
              <a href={path}>{title}</a>
            </li>
          ))}
        </ul>
      </Alert>
    )
  }
  return (
    <div className="stack stack--3 movein__act">
      <div>
        <Button look="danger" icon="undo" onClick={() => setAsking(true)}>
          {t('moveIn.undo')}
        </Button>
      </div>
      <p className="hint">{t('moveIn.undo.hint')}</p>
      {isAsking && (
        <ConfirmDialog
          title={t('moveIn.undo.title')}
          yes={{ icon: 'undo', label: t('moveIn.undo.yes'), busy: undo.isPending }}
          onYes={() => undo.mutate(undefined, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <ChangeFailure change={undo} text={t('moveIn.undo.failed')} />
          <p>{t('moveIn.undo.what', { n: formatNumber(counts.published + counts.draft) })}</p>
          <p>{t('moveIn.undo.stays')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
