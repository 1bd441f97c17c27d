import { fieldTexts, validationText } from '@bidyaloy/shared/api/issue-text'
import { type Entry, EntryChange } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { type EntriesTextKey, entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { failedFields, failureText, hasCode } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { collectionScreens, kindOf } from '../components/screens.ts'
import { BengaliTextField } from '../form/fields.tsx'
import { withCopy } from '../t.ts'
import { tooLargeText, useMaxUploadBytes } from '../uploads/accepted-files.ts'
import { useUpload } from '../uploads/use-upload.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { TitleField } from './entry-form.tsx'
import { useCurrentEntry, useEntryCache } from './entry-mutations.ts'
import { FileField } from './file-field.tsx'
import { changedTiming, type Timing, timingOf, wrongOrder } from './timing.ts'
import { idOfTiming, TIMING_FIELDS, TimingFields } from './timing-fields.tsx'

const t = withCopy(entriesCopy)

/** What a dialog about one entry is given. */
interface EntryDialogProps {
  collection: CollectionName
  /** As the list showed it. */
  entry: Entry
  onClose: () => void
}

/** What can be done to one entry; only deleting is done to several at once. */
export type EntryActionName = 'rename' | 'replace' | 'edit' | 'delete'

/** What is being done, and to which entry. */
export interface EntryAction {
  task: EntryActionName
  entry: Entry
}

interface Props extends EntryAction {
  collection: CollectionName
  onClose: () => void
  onGone: () => void
}

/** The dialog of what is being done to an entry. */
export function EntryDialog({ task, onGone, ...props }: Props) {
  if (task === 'rename') return <RenameDialog {...props} />
  if (task === 'replace') return <ReplaceDialog {...props} />
  if (task === 'edit') return <EditDialog {...props} />
  const { entry, collection, onClose } = props
  return (
    <DeleteDialog collection={collection} entries={[entry]} onClose={onClose} onGone={onGone} />
  )
}

interface Values extends Timing {
  title: string
}

const valuesOf = (entry: Entry): Values => ({ title: entry.title, ...timingOf(entry) })

/** Title, date and times of an entry in one place. Only what was changed is sent. */
function EditDialog({ collection, entry: opened, onClose }: EntryDialogProps) {
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
      writing.notifySaved({ text: t(`${kind}.edited`) })
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
      title={t('edit.title')}
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
              {t('dialog.conflict.now')} <span className="quote">{entry.current.title}</span>
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
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" busy={save.isPending}>
            {t(save.isPending ? 'form.saving' : 'form.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Asks for a new title. Empty, blank, unchanged or cancelled: nothing happens. */
function RenameDialog({ collection, entry: opened, onClose }: EntryDialogProps) {
  const writing = useWriteApi()
  const { api } = writing
  const cache = useEntryCache(collection)
  const kind = kindOf(collection, opened)
  const entry = useCurrentEntry(collection, opened)
  const [title, setTitle] = useState(opened.title)
  const [wrong, setWrong] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const refusal = useRef<HTMLDivElement>(null)
  const rename = useMutation({
    mutationFn: (change: { title: string }) =>
      api.updateEntry({
        params: { collection, id: opened._id },
        body: { ...change, __v: entry.current.__v },
      }),
    onSuccess: (changed: Entry) => {
      cache.put(changed)
      onClose()
      writing.notifySaved({ text: t(`${kind}.renamed`) })
    },
    onError: (error) => setWrong(failedFields(error).title),
    onSettled: () => cache.refresh(),
  })
  useEffect(() => {
    if (rename.isError) refusal.current?.focus()
  }, [rename.isError])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (rename.isPending) return
    if (title.trim() === '' || title === entry.current.title) return onClose()
    const parsed = EntryChange.safeParse({ title })
    const problem = parsed.success ? undefined : fieldTexts(parsed.error).title?.bn
    setWrong(problem)
    if (problem) input.current?.focus()
    else rename.mutate({ title })
  }

  return (
    <Dialog
      title={t('dialog.rename.title')}
      onClose={onClose}
      isDirty={title !== entry.current.title}
      focus={input}
    >
      <form noValidate onSubmit={submit}>
        <div className="dialog__b">
          {rename.isError && (
            <ChangeRefused
              ref={refusal}
              error={rename.error}
              failed={`${kind}.updateFailed`}
              entry={entry}
              onReloaded={() => {
                rename.reset()
                input.current?.focus()
              }}
            />
          )}
          {entry.current !== opened && (
            <p>
              {t('dialog.conflict.now')} <span className="quote">{entry.current.title}</span>
            </p>
          )}
          <BengaliTextField
            label={t(`${kind}.prompt`)}
            hint={t('dialog.rename.hint')}
            error={wrong}
            autoComplete="off"
            value={title}
            onChange={({ target }) => setTitle(target.value)}
            onFocus={({ target }) => target.select()}
            ref={input}
          />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" busy={rename.isPending}>
            {t(rename.isPending ? 'form.saving' : 'dialog.rename.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Puts another file in the place of an entry's; title and address of the entry stay. */
function ReplaceDialog({ collection, entry: opened, onClose }: EntryDialogProps) {
  const writing = useWriteApi()
  const { api } = writing
  const cache = useEntryCache(collection)
  const { kind } = collectionScreens[collection]
  const uploading = useUpload()
  const maxBytes = useMaxUploadBytes()
  const entry = useCurrentEntry(collection, opened)
  const [file, setFile] = useState<File | null>(null)
  const [wrong, setWrong] = useState<string>()
  const refusal = useRef<HTMLDivElement>(null)
  const fileId = useId()
  const replace = useMutation({
    mutationFn: (chosen: File) =>
      uploading.upload(chosen, (file, options) =>
        api.updateEntry(
          {
            params: { collection, id: opened._id },
            body: { __v: entry.current.__v },
            file,
          },
          options,
        ),
      ),
    onSuccess: (changed) => {
      cache.put(changed)
      onClose()
      writing.notifySaved({ text: t(`${kind}.replaced`) })
    },
    onError: (error) => setWrong(failedFields(error).file),
    onSettled: () => cache.refresh(),
  })
  useEffect(() => {
    if (replace.isError) refusal.current?.focus()
  }, [replace.isError])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (replace.isPending) return
    const refused = file ? tooLargeText(file, maxBytes) : validationText('valid.file.required').bn
    if (file && !refused) return replace.mutate(file)
    setWrong(refused ?? undefined)
    document.getElementById(fileId)?.focus()
  }
  return (
    <Dialog title={t(`${kind}.replace`)} onClose={onClose} isDirty={file !== null}>
      <form noValidate onSubmit={submit}>
        <div className="dialog__b">
          <p className="quote">{entry.current.title}</p>
          {entry.current.fileName && (
            <p className="hint">{t('dialog.replace.now', { name: entry.current.fileName })}</p>
          )}
          {replace.isError && (
            <ChangeRefused
              ref={refusal}
              error={replace.error}
              failed={`${kind}.replaceFailed`}
              entry={entry}
              onReloaded={replace.reset}
            />
          )}
          <FileField
            id={fileId}
            collection={collection}
            file={file}
            onChange={(chosen) => {
              setFile(chosen)
              setWrong(undefined)
              // What was said of the file before says nothing of this one; a conflict remains.
              if (replace.isError && !hasCode(replace.error, 'conflict')) {
                replace.reset()
                document.getElementById(fileId)?.focus()
              }
            }}
            error={wrong}
            progress={uploading.progress}
            onCancel={uploading.cancel}
          />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" busy={replace.isPending}>
            {replace.isPending ? t('form.submitting') : t(`${kind}.replace`)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface ChangeRefusedProps {
  error: Error
  /** What did not work. */
  failed: EntriesTextKey
  entry: ReturnType<typeof useCurrentEntry>
  onReloaded: () => void
  ref: RefObject<HTMLDivElement | null>
}

/** Why a change was refused; where someone else was quicker, the way to see what is there now. */
function ChangeRefused({ error, failed, entry, onReloaded, ref }: ChangeRefusedProps) {
  if (hasCode(error, 'not_found')) {
    return (
      <Alert tone="error" ref={ref}>
        {t('dialog.delete.gone')}
      </Alert>
    )
  }
  if (!hasCode(error, 'conflict')) {
    return (
      <Alert tone="error" ref={ref}>
        <b>
          <Bilingual {...t.pair(failed)} />
        </b>{' '}
        {failureText(error)}
      </Alert>
    )
  }
  const { reload } = entry
  return (
    <Alert tone="warn" ref={ref}>
      <p>{t('dialog.conflict')}</p>
      {reload.isError && <p>{failureText(reload.error)}</p>}
      <Button
        small
        icon="refresh"
        busy={reload.isPending}
        onClick={() => reload.mutate(undefined, { onSuccess: onReloaded })}
      >
        {t('dialog.conflict.reload')}
      </Button>
    </Alert>
  )
}
