import { validationText } from '@bidyaloy/shared/api/issue-text'
import { type Entry, EntryChange } from '@bidyaloy/shared/collections/entry'
import { fileStemOf } from '@bidyaloy/shared/collections/entry-files'
import { isPaged } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { photoAddress } from '@bidyaloy/shared/features/photo-requests/photo-address'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { TakeDownDialog } from '../../features/take-down/admin/take-down-dialog.tsx'
import { failedFields } from '../api/failure-text.ts'
import { revertLastChange, useUndo } from '../api/use-undo.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { ChangeFailure } from '../components/change-failure.tsx'
import { collectionScreens, textPrefixOf } from '../components/collection-screens.ts'
import { ConfirmDialog, FormDialog } from '../components/dialogs.tsx'
import { FileField, progressOf } from '../compose/entry-files.tsx'
import { schemaErrors } from '../form/contract-resolver.ts'
import { BengaliTextField } from '../form/fields.tsx'
import { isOfFile } from '../session/attachments.ts'
import { withCopy } from '../t.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { useEntryCache } from './entry-cache.ts'
import { type ListedReaders, ReadersDialog } from './entry-readers.tsx'
import { CurrentTitle, type DialogProps, UpdateFailure, useEntryUpdate } from './entry-update.tsx'
import { SmsDialog } from './sms-text.tsx'

const t = withCopy(entriesCopy)

export type EntryActionName =
  | 'rename'
  | 'replace'
  | 'edit'
  | 'delete'
  | 'readers'
  | 'redraw'
  | 'sms'
  | 'takeDown'

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
  if (task === 'sms') {
    return isPaged(props.collection) ? <SmsDialog {...props} collection={props.collection} /> : null
  }
  if (task === 'redraw') return <RedrawDialog {...props} />
  if (task === 'takeDown') {
    const { collection: of, entry: photo, onClose: close } = props
    const target = photo.filePath && {
      collection: of,
      id: photo._id,
      stem: fileStemOf(photo.filePath),
    }
    return target ? (
      <TakeDownDialog target={{ photo: photoAddress(target) }} onClose={close} onDone={onGone} />
    ) : null
  }
  if (task === 'rename') return <RenameDialog {...props} />
  if (task === 'replace' && !hasSeveralFiles(props.entry)) return <ReplaceDialog {...props} />
  if (task !== 'delete')
    return <EditDialog {...props} focus={task === 'edit' ? 'title' : 'files'} />
  const { collection, entry, onClose } = props
  return <DeleteDialog entries={[{ ...entry, collection }]} onClose={onClose} onGone={onGone} />
}

/** Lists of albums have only the number of files. */
function hasSeveralFiles({ files, fileCount }: Entry): boolean {
  return files !== undefined || fileCount !== undefined
}

/** Asks before the pages of PDFs are rendered again. */
function RedrawDialog({ collection, entry: { _id: id, title }, onClose }: DialogProps) {
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache()
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
      <ChangeFailure change={redraw} text={t('redraw.failed')} />
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
  const update = useEntryUpdate(props, { savedText: `${textPrefix}.renamed` })
  const { edited, view, isSaving } = update
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string>()
  const present = view?.entry?.title ?? entry.title
  const title = typed ?? present
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!edited || isSaving) return
    if (title.trim() === '' || title === present) return onClose()
    const error = schemaErrors(EntryChange, { title }).title
    setWrong(error)
    if (error) return input.current?.focus()
    edited.session.edit({ title })
    void update.save()
  }
  return (
    <FormDialog
      title={t('dialog.rename.title')}
      onClose={update.cancel}
      isDirty={title !== present}
      focus={input}
      onSubmit={submit}
      submit={t(isSaving ? 'form.saving' : 'dialog.rename.save')}
      busy={isSaving}
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
        error={wrong ?? (view?.publishFailed ? failedFields(view.error).title : undefined)}
        autoComplete="off"
        value={title}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => target.select()}
        ref={input}
      />
    </FormDialog>
  )
}

/** Replaces the file of an entry, which keeps its title and address. */
function ReplaceDialog(props: DialogProps) {
  const { collection, entry } = props
  const { textPrefix } = collectionScreens[collection]
  const { api } = useWriteApi()
  const cache = useEntryCache()
  const undoFor = useUndo({
    label: t('replace.undo'),
    done: t('replace.undone'),
    records: [entry._id],
    undo: ({ _id: id, __v: version }: Entry) =>
      revertLastChange(api, { recordType: collection, id, version }),
    onSettled: cache.refresh,
  })
  const update = useEntryUpdate(props, {
    savedText: `${textPrefix}.replaced`,
    // Files are in former versions only where there was one.
    ...(entry.filePath && { undoFor }),
  })
  const { edited, view, isSaving } = update
  const fileId = useId()
  const [isMissing, setMissing] = useState(false)
  const chosen = view?.files.find(({ stored }) => !stored)
  const choose = (file: File | null) =>
    update.whenOpen((session) => {
      setMissing(false)
      const [present] = session.view().files
      if (!file) {
        const stored = entry.filePath
        return session.arrange(stored ? [stored] : [])
      }
      if (chosen && isOfFile(chosen.error)) document.getElementById(fileId)?.focus()
      if (present) session.replace(present.id, file)
      else session.attachments.add([file])
    })
  const failure = view?.publishFailed ? failedFields(view.error).file : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!edited || isSaving) return
    const isRefused = chosen && isOfFile(chosen.error)
    setMissing(!chosen)
    if (chosen && !isRefused) void update.save()
    else document.getElementById(fileId)?.focus()
  }
  return (
    <FormDialog
      title={t(`${textPrefix}.replace`)}
      onClose={update.cancel}
      isDirty={chosen !== undefined}
      onSubmit={submit}
      submit={isSaving ? t('form.submitting') : t(`${textPrefix}.replace`)}
      busy={isSaving}
    >
      <p className="quote">{view?.entry?.title ?? entry.title}</p>
      {entry.fileName && (
        <p className="hint">{t('dialog.replace.now', { name: entry.fileName })}</p>
      )}
      <UpdateFailure update={update} failed={`${textPrefix}.replaceFailed`} />
      <FileField
        id={fileId}
        collection={collection}
        file={chosen?.file ?? null}
        onChange={choose}
        error={
          isMissing
            ? validationText('valid.file.required').bn
            : (failure ?? failedFields(chosen?.error).file)
        }
        progress={chosen && isSaving ? progressOf(chosen) : null}
        onCancel={() => edited?.session.stop()}
      />
    </FormDialog>
  )
}
