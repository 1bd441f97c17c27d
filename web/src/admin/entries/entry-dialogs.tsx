import { validationText } from '@bidyaloy/shared/api/issue-text'
import { type Entry, EntryChange } from '@bidyaloy/shared/collections/entry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { failedFields, failureText, hasCode } from '../api/failure-text.ts'
import { revertLastChange, useUndo } from '../api/use-undo.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { collectionScreens, textPrefixOf } from '../components/collection-screens.ts'
import { ConfirmDialog, FormDialog } from '../components/dialogs.tsx'
import { focusOnMount } from '../components/focus.ts'
import { schemaErrors } from '../form/contract-resolver.ts'
import { BengaliTextField } from '../form/fields.tsx'
import { withCopy } from '../t.ts'
import { refusedText, useMaxUploadBytes } from '../uploads/accepted-files.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { useEntryCache } from './entry-cache.ts'
import { FileField, progressIn } from './entry-files.tsx'
import { type ListedReaders, ReadersDialog } from './entry-readers.tsx'
import { CurrentTitle, type DialogProps, UpdateFailure, useEntryUpdate } from './entry-update.tsx'

const t = withCopy(entriesCopy)

export type EntryActionName = 'rename' | 'replace' | 'edit' | 'delete' | 'readers' | 'redraw'

/** An action on one entry. */
export interface EntryAction {
  task: EntryActionName
  /** As the list showed it. */
  entry: Entry
}

/** The dialog of an action on an entry. */
export function EntryDialog({
  task,
  onGone,
  readers,
  ...props
}: EntryAction & DialogProps & { onGone: () => void; readers?: ListedReaders }) {
  if (task === 'readers') return readers ? <ReadersDialog {...props} readers={readers} /> : null
  if (task === 'redraw') return <RedrawDialog {...props} />
  if (task === 'rename') return <RenameDialog {...props} />
  if (task === 'replace' && !hasSeveralFiles(props.entry)) return <ReplaceDialog {...props} />
  if (task !== 'delete')
    return <EditDialog {...props} focus={task === 'edit' ? 'title' : 'files'} />
  const { entry, ...deletion } = props
  return <DeleteDialog {...deletion} entries={[entry]} onGone={onGone} />
}

/** Lists of albums have only the number of files. */
function hasSeveralFiles({ files, fileCount }: Entry): boolean {
  return files !== undefined || fileCount !== undefined
}

/** Asks before the pages of PDFs are rendered again. */
function RedrawDialog({ collection, entry: { _id: id, title }, onClose }: DialogProps) {
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache(collection)
  const redraw = useMutation({
    mutationFn: () => api.redrawEntry({ params: { collection, id } }),
    onSuccess: () => {
      onClose()
      notifySaved({ text: t('redraw.done'), records: [id] })
    },
    onSettled: () => cache.refresh(),
  })
  return (
    <ConfirmDialog
      title={t('redraw.title')}
      yes={{ icon: 'retry', look: 'primary', label: t('row.redraw'), busy: redraw.isPending }}
      onYes={() => redraw.mutate()}
      onClose={onClose}
    >
      {redraw.isError && (
        <Alert tone="error" ref={focusOnMount}>
          <b>{t('redraw.failed')}</b> {failureText(redraw.error)}
        </Alert>
      )}
      <p className="quote">{title}</p>
      <p>{t('redraw.why')}</p>
      <p className="muted">{t('redraw.hint')}</p>
    </ConfirmDialog>
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
    else save.mutate({ change: { title } })
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
  const { collection, entry, onClose } = props
  const { textPrefix } = collectionScreens[collection]
  const { api } = useWriteApi()
  const cache = useEntryCache(collection)
  const undoFor = useUndo({
    label: t('replace.undo'),
    done: t('replace.undone'),
    records: [entry._id],
    undo: ({ _id: id, __v: version }: Entry) =>
      revertLastChange(api, { thing: collection, id, version }),
    onSettled: cache.refresh,
  })
  const update = useEntryUpdate(props, `${textPrefix}.replaced`, {
    // Files are in former versions only where there was one.
    ...(entry.filePath && { undoFor }),
  })
  const { current, save, uploads, cancel } = update
  const maxBytes = useMaxUploadBytes()
  const fileId = useId()
  const [file, setFile] = useState<File | null>(null)
  const [wrong, setWrong] = useState<string>()
  const focusFile = () => document.getElementById(fileId)?.focus()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const error = file
      ? refusedText(collection, file, maxBytes)
      : validationText('valid.file.required').bn
    if (file && !error) return save.mutate({ change: {}, file })
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
        progress={progressIn(uploads)}
        onCancel={cancel}
      />
    </FormDialog>
  )
}
