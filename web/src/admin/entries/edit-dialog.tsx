import { fieldTexts } from '@bidyaloy/shared/api/issue-text'
import { type Entry, EntryChange } from '@bidyaloy/shared/collections/entry'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { adminText } from '../admin-text.tsx'
import { failedFields } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { ChangeRefused } from './change-refused.tsx'
import { entriesText, workText } from './entries-text.tsx'
import { kindOf } from './entry-collection.ts'
import type { EntryDialogProps } from './entry-dialogs.tsx'
import { changedTiming, type Timing, timingOf, wrongOrder } from './timing.ts'
import { idOfTiming, TIMING_FIELDS, TimingFields } from './timing-fields.tsx'
import { TitleField } from './title-field.tsx'
import { useCurrentEntry } from './use-current-entry.ts'
import { useEntryCache } from './use-entry-cache.ts'

interface Values extends Timing {
  title: string
}

const valuesOf = (entry: Entry): Values => ({ title: entry.title, ...timingOf(entry) })

/** Title, date and times of an entry in one place. Only what was changed is sent. */
export function EditDialog({ collection, entry: opened, onClose }: EntryDialogProps) {
  const writing = useWriteApi()
  const { api } = writing
  const cache = useEntryCache(collection)
  const base = useId()
  const kind = kindOf(collection, opened)
  const entry = useCurrentEntry(collection, opened)
  /** What was touched: all else shows what is there now, also after someone else's change. */
  const [touched, setTouched] = useState<Partial<Values>>({})
  const [tried, setTried] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const refusal = useRef<HTMLDivElement>(null)
  const before = valuesOf(entry.current)
  const values = { ...before, ...touched }
  const body = {
    ...(values.title !== before.title && { title: values.title }),
    ...changedTiming(before, values),
  }
  const save = useMutation({
    mutationFn: () =>
      api.updateEntry({
        params: { collection, id: opened._id },
        body: { ...body, __v: entry.current.__v },
      }),
    onSuccess: (changed) => {
      cache.put(changed)
      onClose()
      writing.notifySaved({ text: entriesText(`${kind}.edited`) })
    },
    onSettled: () => cache.refresh(),
  })
  useEffect(() => {
    if (save.isError) refusal.current?.focus()
  }, [save.isError])

  const parsed = EntryChange.safeParse(body)
  const faults: Record<string, string> = wrongOrder(values)
  if (!parsed.success) {
    for (const [name, { bn }] of Object.entries(fieldTexts(parsed.error))) faults[name] = bn
  }
  const wrong = { ...failedFields(save.error), ...(tried && faults) }
  const change = (part: Partial<Values>) => {
    setTouched((parts) => ({ ...parts, ...part }))
    if (Object.keys(failedFields(save.error)).length > 0) save.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    if (Object.keys(body).length === 0) return onClose()
    setTried(true)
    const [name] = Object.keys(faults)
    if (name === undefined) return save.mutate()
    const timing = TIMING_FIELDS.find((field) => field === name)
    if (timing) document.getElementById(idOfTiming(base, timing))?.focus()
    else first.current?.focus()
  }
  const timingProps = {
    base,
    timing: values,
    onChange: change,
    wrong,
    readOnly: save.isPending,
    editing: true,
  }
  return (
    <Dialog
      title={workText('edit.title')}
      onClose={onClose}
      isDirty={Object.keys(body).length > 0}
      focus={first}
    >
      <form noValidate onSubmit={submit}>
        <div className="dialog__b">
          {save.isError && (
            <ChangeRefused
              ref={refusal}
              error={save.error}
              failed={`${kind}.editFailed`}
              entry={entry}
              onReloaded={() => {
                save.reset()
                first.current?.focus()
              }}
            />
          )}
          {entry.current !== opened && (
            <p>
              {adminText('dialog.conflict.now')}{' '}
              <span className="quote">{entry.current.title}</span>
            </p>
          )}
          <TitleField
            id={`${base}-title`}
            error={wrong.title}
            readOnly={save.isPending}
            value={values.title}
            onChange={(title) => change({ title })}
            ref={first}
          />
          <TimingFields {...timingProps} withDate />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{adminText('dialog.cancel')}</Button>
          <Button look="primary" type="submit" busy={save.isPending}>
            {adminText(save.isPending ? 'form.saving' : 'form.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
