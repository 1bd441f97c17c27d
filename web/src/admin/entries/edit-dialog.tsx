import { validationText } from '@bidyaloy/shared/api/issue-text'
import { collections } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { photoPaperCopy } from '@bidyaloy/shared/copy/photo-paper-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useEffect, useId, useRef, useState } from 'react'
import { failedFields } from '../api/failure-text.ts'
import { textPrefixOf } from '../components/collection-screens.ts'
import { FormDialog } from '../components/dialogs.tsx'
import { useNames } from '../components/names.ts'
import { DraftStatus, FilesOfEntry, UploadsProgress } from '../compose/chosen-files.tsx'
import { controlIds, EntryEditor, wrongFieldsOf } from '../compose/entry-editor.tsx'
import { progressOf } from '../compose/entry-files.tsx'
import { sheetOf, withoutChosen } from '../compose/entry-sheets.tsx'
import { submitOnCtrlEnter } from '../form/submit-on-ctrl-enter.ts'
import { usePaperDraft } from '../papers/paper-draft.ts'
import { chosenIn } from '../session/attachments.ts'
import { valuesOf } from '../session/entry-values.ts'
import { withCopy } from '../t.ts'
import { wrongEntry } from './entry-errors.ts'
import {
  CurrentTitle,
  type DialogProps,
  type EntryUpdate,
  UpdateFailure,
  useEntryUpdate,
} from './entry-update.tsx'
import { ResumedChange } from './resumed-change.tsx'

const t = withCopy(entriesCopy, photoPaperCopy)

interface EditDialogProps extends DialogProps {
  /** What takes the focus. */
  focus: 'title' | 'files'
}

/** Changes the title, text, files and dates of an entry. Sends only what differs. */
export function EditDialog({ focus, ...props }: EditDialogProps) {
  const { collection, entry, onClose } = props
  const textPrefix = textPrefixOf(collection, entry)
  const update = useEntryUpdate(props, { autosaves: true, savedText: `${textPrefix}.edited` })
  const { edited, view, isSaving } = update
  const { nameOf } = useNames()
  const idPrefix = useId()
  const ids = controlIds(idPrefix)
  const titleInput = useRef<HTMLTextAreaElement>(null)
  const toTitle = () => titleInput.current?.focus()
  const [tried, setTried] = useState(false)
  const form = useEditedFiles(props, update)
  const isChanged = edited?.session.isDirty() === true
  const errors = { ...(view?.publishFailed && failedFields(view.error)), ...(tried && form.wrong) }
  const readOnly = isSaving || !edited
  const isComplete = edited?.isComplete === true
  useEffect(() => {
    if (focus === 'files' && isComplete) document.getElementById(ids.file)?.focus()
  }, [focus, isComplete, ids.file])
  const submit = () => {
    const isKept = !entry.status && view?.entry?.status === 'draft'
    const isWritten = view?.state === 'unanswered' || view?.state === 'conflict'
    if (!isChanged && !form.wrong.paper && !isKept && !isWritten) return onClose()
    setTried(true)
    const [first] = wrongFieldsOf(collection, idPrefix, form.wrong)
    if (first) document.getElementById(first.id)?.focus()
    else void update.save()
  }
  return (
    <FormDialog
      title={t('edit.title')}
      onClose={isChanged ? update.cancel : onClose}
      onCancel={update.cancel}
      isDirty={isChanged}
      focus={titleInput}
      onSubmit={(event) => {
        event.preventDefault()
        if (!readOnly) submit()
      }}
      onKeyDownCapture={submitOnCtrlEnter}
      submit={t(isSaving ? 'form.saving' : 'form.save')}
      busy={isSaving}
    >
      <UpdateFailure update={update} failed={`${textPrefix}.editFailed`} onReloaded={toTitle} />
      {edited?.resumed && (
        <ResumedChange change={edited.resumed} discard={update.discard} onDiscarded={toTitle} />
      )}
      <CurrentTitle update={update} />
      {entry.draft?.note && (
        <p className="quote">
          {t('draft.note', { by: nameOf(entry.draft.noteBy ?? ''), note: entry.draft.note })}
        </p>
      )}
      {!isComplete && (
        <p className="hint" role="status">
          {t(edited?.readFailed ? 'body.unread' : 'body.loading')}
        </p>
      )}
      <EntryEditor
        collection={collection}
        idPrefix={idPrefix}
        values={view?.values ?? valuesOf(entry)}
        errors={errors}
        readOnly={readOnly}
        onEdit={(part) => edited?.session.edit(part)}
        editing
        entryId={entry._id}
        isComplete={isComplete}
        titleInput={titleInput}
        files={{
          ...form,
          shown: (
            <>
              <FilesOfEntry
                collection={collection}
                files={form.list}
                isOrdered={form.list.length > 1}
                readOnly={readOnly}
                isExplained={errors.file !== undefined}
                onArrange={(next) => edited?.session.arrange(next)}
                onReplace={(id, file) => edited?.session.replace(id, file)}
                onRemoved={() => document.getElementById(ids.file)?.focus()}
                onStop={null}
              />
              {form.travelling.some(progressOf) && <UploadsProgress files={form.travelling} />}
            </>
          ),
        }}
      />
      <DraftStatus view={view} />
    </FormDialog>
  )
}

/** The files of an entry that is edited, and what is wrong with it. */
function useEditedFiles({ collection, entry }: DialogProps, { edited, view }: EntryUpdate) {
  const session = edited?.session
  const { values, files: list } = view ?? { values: valuesOf(entry), files: [] }
  const { maxFiles } = collections[collection]
  const paper = usePaperDraft(`${collection}/${entry._id}`)
  const isPaperOpen = paper.isOpen(chosenIn(list).map(({ file }) => file))
  const { file, ...wrong } = wrongEntry(collection, { values, files: list, entry })
  // Without the text, its pictures could not follow their files.
  const wrongFile =
    list.length > maxFiles
      ? validationText('valid.file.tooMany', { max: formatNumber(maxFiles) }).bn
      : edited?.isComplete && file
  const allWrong: Readonly<Record<string, string>> = {
    ...wrong,
    ...(wrongFile && { file: wrongFile }),
    ...(isPaperOpen && { paper: t('paper.open.error') }),
  }
  return {
    list,
    travelling: list.filter(({ stored }) => !stored),
    paper,
    wrong: allWrong,
    onChosen: (chosen: readonly File[]) => {
      const [only] = list
      const [first] = chosen
      if (maxFiles === 1 && only && first) return session?.replace(only.id, first)
      session?.attachments.add(withoutChosen(chosen, list.map(sheetOf)))
    },
    onPaper: (removed: readonly string[], added: readonly File[]) => {
      session?.arrange(list.flatMap(({ id }) => (removed.includes(id) ? [] : id)))
      session?.attachments.add(added)
    },
  }
}
