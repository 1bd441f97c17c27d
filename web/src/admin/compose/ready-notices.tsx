import { composeCopy } from '@bidyaloy/shared/copy/compose-copy'
import { fillReadyNotice, readyNotices } from '@bidyaloy/shared/copy/ready-notices'
import { type FormEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../components/dialogs.tsx'
import { BengaliTextField, SelectField } from '../form/fields.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(composeCopy)

interface ReadyNoticesProps {
  /** Receives the notice with its blanks filled. */
  onTake: (notice: { title: string; text: string }) => void
}

/** Offers the notices of every year. */
export function ReadyNotices({ onTake }: ReadyNoticesProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button small icon="edit" onClick={() => setOpen(true)}>
        {t('compose.ready')}
      </Button>
      {isOpen &&
        // Outside the form, which Enter in the dialog would send.
        createPortal(
          <ReadyNoticeDialog onTake={onTake} onClose={() => setOpen(false)} />,
          document.body,
        )}
    </div>
  )
}

interface ReadyNoticeDialogProps extends ReadyNoticesProps {
  onClose: () => void
}

/** Makes a notice of its name and two blanks. */
function ReadyNoticeDialog({ onTake, onClose }: ReadyNoticeDialogProps) {
  const [name, setName] = useState('')
  const [blanks, setBlanks] = useState<readonly [string, string]>(['', ''])
  const [isTried, setTried] = useState(false)
  const notice = readyNotices.find((one) => one.name === name)
  const isMissing = (text: string) => isTried && text.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const [first, second] = [blanks[0].trim(), blanks[1].trim()]
    if (notice && first && second) onTake(fillReadyNotice(notice, [first, second]))
  }
  const shown =
    notice &&
    fillReadyNotice(notice, [
      blanks[0].trim() || notice.blanks[0].example,
      blanks[1].trim() || notice.blanks[1].example,
    ])
  return (
    <FormDialog
      title={t('compose.ready')}
      onClose={onClose}
      isDirty={blanks.some((text) => text !== '')}
      onSubmit={submit}
      submit={t('compose.ready.take')}
    >
      <SelectField
        label={t('compose.ready.which')}
        error={isMissing(name) ? t('compose.ready.missing') : undefined}
        options={readyNotices.map((one) => ({ value: one.name, label: one.name }))}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {notice?.blanks.map(({ label, example }, at) => (
        <BengaliTextField
          key={label}
          label={label}
          hint={t('compose.ready.example', { example })}
          error={isMissing(blanks[at] ?? '') ? t('compose.ready.missing') : undefined}
          autoComplete="off"
          value={blanks[at] ?? ''}
          onChange={({ target }) =>
            setBlanks(at === 0 ? [target.value, blanks[1]] : [blanks[0], target.value])
          }
        />
      ))}
      {shown && (
        <div className="quote">
          <p>
            <b>{shown.title}</b>
          </p>
          <p>{shown.text}</p>
        </div>
      )}
    </FormDialog>
  )
}
