import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import type { ReactNode } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { focusOnMount } from '../components/focus.ts'
import { withCopy } from '../t.ts'

const t = withCopy(sheetCopy)

interface PreviewCardProps {
  title?: string
  /** Why saving failed. */
  failure?: ReactNode
  /** Label of the button that saves; null: there is nothing to save. */
  confirm: string | null
  isSaving: boolean
  onConfirm: () => void
  /** Called to choose another sheet. */
  onBack: () => void
  children: ReactNode
}

/** What an import would change, with a button that saves all of it or nothing. */
export function PreviewCard({
  title = t('import.preview.title'),
  failure,
  confirm,
  isSaving,
  onConfirm,
  onBack,
  children,
}: PreviewCardProps) {
  return (
    <section className="card stack" aria-labelledby="import-preview">
      <h2 id="import-preview" tabIndex={-1} ref={focusOnMount}>
        {title}
      </h2>
      {failure && (
        <Alert tone="error" ref={focusOnMount}>
          {failure}
        </Alert>
      )}
      {children}
      <div className="formfoot">
        {confirm !== null && (
          <Button look="primary" icon="check" busy={isSaving} onClick={onConfirm}>
            {isSaving ? t('form.saving') : confirm}
          </Button>
        )}
        <Button look="quiet" onClick={onBack} disabled={isSaving}>
          {t('import.other')}
        </Button>
      </div>
    </section>
  )
}
