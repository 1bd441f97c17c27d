import type { Api } from '@bidyaloy/shared/api/api'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { useMutation } from '@tanstack/react-query'
import { type Toast, useToasts } from '../../ui/toast.tsx'
import { t } from '../t.ts'
import { failureText, hasCode, ShownError } from './failure-text.ts'

interface UndoOptions<C> {
  /** Of the button. */
  label?: string
  /** Shown once the change is taken back. */
  done: string | ((change: C) => string)
  /** Ids of the changed records: another message about one of them takes the place of this one. */
  records?: readonly string[] | ((change: C) => readonly string[])
  undo: (change: C) => Promise<unknown>
  /** Called when the button is pressed, which disappears with its message. */
  onRun?: () => void
  /** Called afterwards, also after a failure. */
  onSettled: () => void
}

/** Returns the action of a message about a change: takes it back, and says so. */
export function useUndo<C>({
  label = t('toast.undo'),
  done,
  records = [],
  undo,
  onRun,
  onSettled,
}: UndoOptions<C>) {
  const toasts = useToasts()
  const recordsOf = (change: C) => (typeof records === 'function' ? records(change) : records)
  const actionFor = (change: C): NonNullable<Toast['action']> => ({
    label,
    icon: 'undo',
    run: () => {
      mutation.mutate(change)
      onRun?.()
    },
  })
  const mutation = useMutation({
    mutationFn: undo,
    onSuccess: (_, change) =>
      toasts.show({
        tone: 'ok',
        text: typeof done === 'string' ? done : done(change),
        records: recordsOf(change),
      }),
    onError: (error, change) =>
      toasts.show({
        tone: 'error',
        text: `${t('toast.undo.failed')} ${failureText(error)}`,
        records: recordsOf(change),
        // Another try would be refused as well.
        ...(!isFinal(error) && { action: actionFor(change) }),
      }),
    onSettled,
  })
  return actionFor
}

const isFinal = (error: unknown) => error instanceof ShownError || hasCode(error, 'conflict')

interface LastChange {
  recordType: CollectionName | 'settings'
  id: string
  /** Version of the record after the change. */
  version: number
}

/**
 * Changes a record back to the version before its last change.
 * @throws ShownError if the record has changed again since
 */
export async function revertLastChange(
  api: Api,
  { recordType, id, version }: LastChange,
): Promise<void> {
  const { __v } = await (recordType === 'settings'
    ? api.getSettings()
    : api.getEntry({ params: { collection: recordType, id } }))
  const [former] = await api.listVersions({ params: { recordType, id } })
  if (__v !== version || !former) throw new ShownError(t('toast.undo.late'))
  await api.restoreVersion({ params: { recordType, id, n: String(former.n) } })
}
