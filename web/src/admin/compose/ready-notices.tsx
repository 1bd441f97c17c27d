import { composeCopy } from '@bidyaloy/shared/copy/compose-copy'
import {
  fillReadyNotice,
  type ReadyNotice,
  readyNotices,
} from '@bidyaloy/shared/copy/ready-notices'
import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { FormDialog } from '../components/dialogs.tsx'
import { BengaliTextField, SelectField } from '../form/fields.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(composeCopy)

interface ReadyNoticesProps {
  /** Receives the notice with its blanks filled. */
  onTake: (notice: ReadyText) => void
}

interface ReadyText {
  title: string
  text: string
  /** Whether it is last year's. */
  isOld?: true
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
      {notice && <LastYears notice={notice} onTake={onTake} />}
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

/** Between these ages, in days, a notice is last year's. */
const LAST_YEAR = { from: 270, to: 460 }

/** Offers the school's own notice of last year, with the same words in its title. */
function LastYears({ notice, onTake }: ReadyNoticesProps & { notice: ReadyNotice }) {
  const api = useAdminApi()
  const [now] = useState(() => Date.now())
  const q = notice.title.replace(/\{\d\}(-এর)?|[:,]/g, ' ').trim()
  const { data = [] } = useQuery(entriesQuery(api, 'notices', { q, limit: 50 }))
  const last = data.find(({ date }) => {
    const days = (now - Date.parse(date)) / DAY_MS
    return days >= LAST_YEAR.from && days <= LAST_YEAR.to
  })
  const take = useMutation({
    mutationFn: (id: string) => api.getEntry({ params: { collection: 'notices', id } }),
    onSuccess: ({ title, body = '' }) => onTake({ title, text: body, isOld: true }),
  })
  if (!last) return null
  return (
    <div className="stack stack--2">
      <p>
        {t('compose.ready.last')} <b>{last.title}</b> ({formatDate(last.date)})
      </p>
      {take.isError && <Alert tone="error">{t('compose.ready.last.failed')}</Alert>}
      <p>
        <Button small icon="undo" busy={take.isPending} onClick={() => take.mutate(last._id)}>
          {t('compose.ready.last.take')}
        </Button>
      </p>
    </div>
  )
}
