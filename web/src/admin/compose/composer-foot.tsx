import { composeCopy } from '@bidyaloy/shared/copy/compose-copy'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useRights } from '../api/session.ts'
import type { EntryPrefix } from '../components/collection-screen.ts'
import { useRestoreDrafts } from '../entries/discard-dialog.tsx'
import { scheduledFor } from '../entries/timing.ts'
import type { EntrySession } from '../session/entry-session.ts'
import { withCopy } from '../t.ts'
import { DraftStatus, UploadsProgress } from './chosen-files.tsx'
import { progressOf } from './entry-files.tsx'
import type { ComposerState } from './use-composer.ts'

const t = withCopy(composeCopy, entriesCopy)

interface ComposerFootProps {
  form: ComposerState
  textPrefix: EntryPrefix
  onDiscarded: () => void
}

/** Whether it is saved, and the buttons. */
export function ComposerFoot({ form, textPrefix, onDiscarded }: ComposerFootProps) {
  const { list, view, entries, isRunning, isOne } = form
  const { timing } = view.values
  const mayPublish = useRights()('publish')
  const toasts = useToasts()
  const restore = useRestoreDrafts()
  const travelling = entries.flatMap((session) => session.view().files)
  const submitText = () => {
    const scheduled = scheduledFor(timing)
    if (scheduled) return t('timing.submit', { day: formatDate(scheduled) })
    if (!mayPublish) return t('draft.submit')
    return isOne ? t(`${textPrefix}.submit`) : manyText(textPrefix, entries)
  }
  const discard = async () => {
    const discarding = form.reset()
    onDiscarded()
    const ids = await discarding
    if (ids.length === 0) return
    toasts.show({ tone: 'ok', text: t('draft.deleted'), records: ids, action: restore(ids) })
  }
  return (
    <div className="compose__foot savebar">
      {travelling.length > 1 && (isRunning || travelling.some(progressOf)) ? (
        <UploadsProgress files={travelling} />
      ) : (
        <DraftStatus view={view} />
      )}
      {/* Sending changes nothing in this row, so that a second click hits the same button. */}
      <div className="compose__acts">
        {isRunning && travelling.length > 1 ? (
          <Button look="quiet" onClick={list.stop}>
            {t(isOne ? 'form.upload.cancel' : 'upload.stopAll')}
          </Button>
        ) : (
          <Button look="quiet" disabled={isRunning} onClick={() => void discard()}>
            {t('compose.discard')}
          </Button>
        )}
        <Button look="primary" type="submit" busy={isRunning}>
          {isRunning ? t('form.submitting') : submitText()}
        </Button>
      </div>
    </div>
  )
}

function manyText(textPrefix: EntryPrefix, entries: readonly EntrySession[]): string {
  const left = entries.filter((session) => session.view().state !== 'finished').length
  const n = formatNumber(left)
  if (left < entries.length) return t('upload.rest', { n })
  return t(textPrefix === 'photo' ? 'upload.submitPhotos' : 'upload.submitMany', { n })
}
