import type { Output } from '@bidyaloy/shared/api/api'
import { takeDownCopy } from '@bidyaloy/shared/features/take-down/admin-copy'
import {
  TakeDownConfirmation,
  type TakeDownTarget,
} from '@bidyaloy/shared/features/take-down/take-down'
import { formatDate, formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { ConfirmDialog } from '../../../admin/components/dialogs.tsx'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { PasswordDialog } from '../../../admin/form/password-dialog.tsx'
import { withCopy } from '../../../admin/t.ts'
import { useToasts } from '../../../ui/toast.tsx'

const t = withCopy(takeDownCopy)

interface TakeDownDialogProps {
  target: TakeDownTarget
  onDone?: () => void
  onClose: () => void
}

/** Asks for the password before a file, or an entry of the trash, is deleted everywhere. */
export function TakeDownDialog({ target, onDone, onClose }: TakeDownDialogProps) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const facts = useQuery({
    queryKey: ['takeDown', target],
    queryFn: ({ signal }) => api.getTakeDown({ query: target }, { signal }),
    gcTime: 0,
  })
  if (!facts.data) {
    const texts = { loading: t('takeDown.loading'), error: t('takeDown.error') }
    return (
      <ConfirmDialog
        title={t('takeDown.title')}
        yes={{ label: t('takeDown.yes'), busy: true }}
        onYes={() => undefined}
        onClose={onClose}
      >
        <QueryState query={facts} texts={texts} bare>
          {() => null}
        </QueryState>
      </ConfirmDialog>
    )
  }
  return (
    <PasswordDialog
      title={t('takeDown.title')}
      lead={leadOf(facts.data)}
      submit={t('takeDown.yes')}
      failed={t('takeDown.failed')}
      look="danger-fill"
      send={(values) =>
        api.takeDown({ body: TakeDownConfirmation.parse({ ...target, ...values }) })
      }
      onSent={() => {
        onClose()
        toasts.show({ tone: 'ok', text: t('takeDown.done') })
        onDone?.()
        // Lists, trash, versions and requests change.
        void queryClient.invalidateQueries()
      }}
      onClose={onClose}
    />
  )
}

/** Says what goes, and which backup still has it. */
function leadOf({ title, files, deletesEntry, backup }: Output<'getTakeDown'>): string {
  const kept = backup?.until
    ? t('takeDown.backup.until', { date: formatDate(backup.until) })
    : t('takeDown.backup.kept')
  return [
    t('takeDown.lead', { title, n: formatNumber(files) }),
    deletesEntry && t('takeDown.entry'),
    ...(backup
      ? [
          t('takeDown.backup', { at: formatDateTime(backup.at) }),
          kept,
          t('takeDown.backup.restored'),
        ]
      : [t('takeDown.backup.none')]),
  ]
    .filter(Boolean)
    .join(' ')
}
