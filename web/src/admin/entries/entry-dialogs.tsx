import { validationText } from '@bidyaloy/shared/api/issue-text'
import { type Entry, EntryChange, MAX_BODY_LENGTH } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { type EntriesTextKey, entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { collectionKey } from '../../collections/entry-queries.ts'
import { Alert } from '../../ui/alert.tsx'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Button } from '../../ui/button.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failedFields, failureText, hasCode } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { collectionScreens, textPrefixOf } from '../components/collection-screens.ts'
import { FormDialog } from '../components/dialogs.tsx'
import { focusOnMount } from '../components/focus.ts'
import { schemaErrors } from '../form/contract-resolver.ts'
import { BengaliTextField } from '../form/fields.tsx'
import { MarkdownField } from '../form/markdown-field.tsx'
import { withCopy } from '../t.ts'
import { tooLargeText, useMaxUploadBytes } from '../uploads/accepted-files.ts'
import { useUpload } from '../uploads/upload-file.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { useEntryCache } from './entry-cache.ts'
import { FileField } from './entry-files.tsx'
import { TitleField } from './entry-form.tsx'
import { changedTiming, type Timing, timingOf, wrongOrder } from './timing.ts'
import { idOfTiming, TIMING_FIELDS, TimingFields } from './timing-fields.tsx'

const t = withCopy(entriesCopy)

export type EntryActionName = 'rename' | 'replace' | 'edit' | 'delete'

/** An action on one entry. */
export interface EntryAction {
  task: EntryActionName
  /** As the list showed it. */
  entry: Entry
}

interface DialogProps {
  collection: CollectionName
  entry: Entry
  onClose: () => void
}

/** The dialog of an action on an entry. */
export function EntryDialog({
  task,
  onGone,
  ...props
}: EntryAction & DialogProps & { onGone: () => void }) {
  if (task === 'rename') return <RenameDialog {...props} />
  if (task === 'replace') return <ReplaceDialog {...props} />
  if (task === 'edit') return <EditDialog {...props} />
  const { entry, ...deletion } = props
  return <DeleteDialog {...deletion} entries={[entry]} onGone={onGone} />
}

type EntryUpdate = ReturnType<typeof useEntryUpdate>

/** Updates an entry and closes its dialog. After a conflict, the current version can be loaded. */
function useEntryUpdate(
  { collection, entry: opened, onClose }: DialogProps,
  savedText: EntriesTextKey,
) {
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache(collection)
  const upload = useUpload()
  const [current, setCurrent] = useState(opened)
  const params = { collection, id: opened._id }
  const save = useMutation({
    mutationFn: ({ file: chosen, ...change }: EntryChange & { file?: File }) => {
      const body = { ...change, __v: current.__v }
      if (!chosen) return api.updateEntry({ params, body })
      return upload.upload(chosen, (file, options) =>
        api.updateEntry({ params, body, file }, options),
      )
    },
    onSuccess: (entry) => {
      cache.put(entry)
      onClose()
      notifySaved({ text: t(savedText) })
    },
    onSettled: () => cache.refresh(),
  })
  const reload = useMutation({
    mutationFn: () => api.getEntry({ params }),
    onSuccess: (entry) => {
      setCurrent(entry)
      cache.refresh()
    },
  })
  return { current, isReloaded: current !== opened, save, reload, upload }
}

interface UpdateFailureProps {
  update: EntryUpdate
  failed: EntriesTextKey
  onReloaded?: () => void
}

/** The error of an update. After a conflict, offers to load the current version. */
function UpdateFailure({
  update: { save, reload },
  failed,
  onReloaded = () => {},
}: UpdateFailureProps) {
  if (!save.error) return null
  if (hasCode(save.error, 'not_found')) {
    return (
      <Alert tone="error" ref={focusOnMount}>
        {t('dialog.delete.gone')}
      </Alert>
    )
  }
  if (!hasCode(save.error, 'conflict')) {
    return (
      <Alert tone="error" ref={focusOnMount}>
        <b>
          <Bilingual {...t.pair(failed)} />
        </b>{' '}
        {failureText(save.error)}
      </Alert>
    )
  }
  const onSuccess = () => {
    save.reset()
    onReloaded()
  }
  return (
    <Alert tone="warn" ref={focusOnMount}>
      <p>{t('dialog.conflict')}</p>
      {reload.isError && <p>{failureText(reload.error)}</p>}
      <Button
        small
        icon="refresh"
        busy={reload.isPending}
        onClick={() => reload.mutate(undefined, { onSuccess })}
      >
        {t('dialog.conflict.reload')}
      </Button>
    </Alert>
  )
}

/** The current title and beginning of the text, after a conflict. */
function CurrentTitle({ update: { current, isReloaded } }: { update: EntryUpdate }) {
  if (!isReloaded) return null
  return (
    <>
      <p>
        {t('dialog.conflict.now')} <span className="quote">{current.title}</span>
      </p>
      {current.excerpt && (
        <p>
          {t('body.now')} <span className="quote">{current.excerpt}</span>
        </p>
      )}
    </>
  )
}

/** Loads the text of an entry, which lists leave out. `body` is null until then. */
function useBody(collection: CollectionName, { _id, excerpt }: Entry, current: Entry) {
  const api = useAdminApi()
  const isLeftOut = excerpt !== undefined
  const { data, isError } = useQuery({
    queryKey: [...collectionKey(collection), 'text', _id],
    queryFn: ({ signal }) => api.getEntry({ params: { collection, id: _id } }, { signal }),
    enabled: isLeftOut,
    // What is being edited changes only by a reload after a conflict.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const shown = current.body !== undefined ? current : data
  const isCurrent = shown?.__v === current.__v
  return {
    body: isLeftOut || shown ? (shown && isCurrent ? (shown.body ?? '') : null) : '',
    isError: isError || (shown !== undefined && !isCurrent),
  }
}

interface Values extends Timing {
  title: string
  body: string
}

/** Changes the title, text and dates of an entry. Sends only changed fields. */
function EditDialog(props: DialogProps) {
  const { collection, entry, onClose } = props
  const textPrefix = textPrefixOf(collection, entry)
  const update = useEntryUpdate(props, `${textPrefix}.edited`)
  const { current, save } = update
  const idPrefix = useId()
  const bodyId = `${idPrefix}-body`
  const titleInput = useRef<HTMLInputElement>(null)
  const [tried, setTried] = useState(false)
  /** The edited fields; the others show the current version, also after a conflict. */
  const [edited, setEdited] = useState<Partial<Values>>({})
  const { takesBody } = collections[collection]
  const text = useBody(collection, entry, current)
  const before: Values = { title: current.title, body: text.body ?? '', ...timingOf(current) }
  const values = { ...before, ...edited }
  const change: EntryChange = {
    ...(values.title !== before.title && { title: values.title }),
    ...(values.body !== before.body && { body: values.body }),
    ...changedTiming(before, values),
  }
  const isChanged = Object.keys(change).length > 0
  const errors: Record<string, string> = {
    ...wrongOrder(values),
    ...schemaErrors(EntryChange, change),
  }
  const wrong = { ...failedFields(save.error), ...(tried && errors) }
  const edit = (fields: Partial<Values>) => {
    setEdited((others) => ({ ...others, ...fields }))
    if (Object.keys(failedFields(save.error)).length > 0) save.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    if (!isChanged) return onClose()
    setTried(true)
    const [name] = Object.keys(errors)
    if (name === undefined) return save.mutate(change)
    const timing = TIMING_FIELDS.find((field) => field === name)
    if (timing) document.getElementById(idOfTiming(idPrefix, timing))?.focus()
    else if (name === 'body') document.getElementById(bodyId)?.focus()
    else titleInput.current?.focus()
  }
  return (
    <FormDialog
      title={t('edit.title')}
      onClose={onClose}
      isDirty={isChanged}
      focus={titleInput}
      onSubmit={submit}
      submit={t(save.isPending ? 'form.saving' : 'form.save')}
      busy={save.isPending}
    >
      <UpdateFailure
        update={update}
        failed={`${textPrefix}.editFailed`}
        onReloaded={() => titleInput.current?.focus()}
      />
      <CurrentTitle update={update} />
      <TitleField
        id={`${idPrefix}-title`}
        error={wrong.title}
        readOnly={save.isPending}
        value={values.title}
        onChange={(title) => edit({ title })}
        ref={titleInput}
      />
      {takesBody &&
        (text.body === null ? (
          <p className="hint" role="status">
            {t(text.isError ? 'body.unread' : 'body.loading')}
          </p>
        ) : (
          <MarkdownField
            id={bodyId}
            label={t('body.label')}
            hint={t('body.hint')}
            error={wrong.body}
            text={values.body}
            value={values.body}
            max={MAX_BODY_LENGTH}
            readOnly={save.isPending}
            folded
            onChange={({ target }) => edit({ body: target.value })}
          />
        ))}
      <TimingFields
        idPrefix={idPrefix}
        timing={values}
        onChange={edit}
        errors={wrong}
        readOnly={save.isPending}
        editing
        withDate
      />
    </FormDialog>
  )
}

/** Asks for a new title. A blank or unchanged one only closes the dialog. */
function RenameDialog(props: DialogProps) {
  const { collection, entry, onClose } = props
  const textPrefix = textPrefixOf(collection, entry)
  const update = useEntryUpdate(props, `${textPrefix}.renamed`)
  const { current, save } = update
  const input = useRef<HTMLInputElement>(null)
  const [title, setTitle] = useState(entry.title)
  const [wrong, setWrong] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    if (title.trim() === '' || title === current.title) return onClose()
    const error = schemaErrors(EntryChange, { title }).title
    setWrong(error)
    if (error) input.current?.focus()
    else save.mutate({ title })
  }
  return (
    <FormDialog
      title={t('dialog.rename.title')}
      onClose={onClose}
      isDirty={title !== current.title}
      focus={input}
      onSubmit={submit}
      submit={t(save.isPending ? 'form.saving' : 'dialog.rename.save')}
      busy={save.isPending}
    >
      <UpdateFailure
        update={update}
        failed={`${textPrefix}.updateFailed`}
        onReloaded={() => input.current?.focus()}
      />
      <CurrentTitle update={update} />
      <BengaliTextField
        label={t(`${textPrefix}.prompt`)}
        hint={t('dialog.rename.hint')}
        error={wrong ?? failedFields(save.error).title}
        autoComplete="off"
        value={title}
        onChange={({ target }) => setTitle(target.value)}
        onFocus={({ target }) => target.select()}
        ref={input}
      />
    </FormDialog>
  )
}

/** Replaces the file of an entry, which keeps its title and address. */
function ReplaceDialog(props: DialogProps) {
  const { collection, onClose } = props
  const { textPrefix } = collectionScreens[collection]
  const update = useEntryUpdate(props, `${textPrefix}.replaced`)
  const { current, save, upload } = update
  const maxBytes = useMaxUploadBytes()
  const fileId = useId()
  const [file, setFile] = useState<File | null>(null)
  const [wrong, setWrong] = useState<string>()
  const focusFile = () => document.getElementById(fileId)?.focus()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const error = file ? tooLargeText(file, maxBytes) : validationText('valid.file.required').bn
    if (file && !error) return save.mutate({ file })
    setWrong(error ?? undefined)
    focusFile()
  }
  return (
    <FormDialog
      title={t(`${textPrefix}.replace`)}
      onClose={onClose}
      isDirty={file !== null}
      onSubmit={submit}
      submit={save.isPending ? t('form.submitting') : t(`${textPrefix}.replace`)}
      busy={save.isPending}
    >
      <p className="quote">{current.title}</p>
      {current.fileName && (
        <p className="hint">{t('dialog.replace.now', { name: current.fileName })}</p>
      )}
      <UpdateFailure update={update} failed={`${textPrefix}.replaceFailed`} />
      <FileField
        id={fileId}
        collection={collection}
        file={file}
        onChange={(chosen) => {
          setFile(chosen)
          setWrong(undefined)
          // The failure was about the previous file, unless it was a conflict.
          if (save.isError && !hasCode(save.error, 'conflict')) {
            save.reset()
            focusFile()
          }
        }}
        error={wrong ?? failedFields(save.error).file}
        progress={upload.progress}
        onCancel={upload.cancel}
      />
    </FormDialog>
  )
}
