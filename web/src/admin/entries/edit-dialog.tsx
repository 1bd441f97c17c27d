import { validationText } from '@bidyaloy/shared/api/issue-text'
import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { MAX_BODY_LENGTH } from '@bidyaloy/shared/collections/entry'
import { collections, hasPapers } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { photoPaperCopy } from '@bidyaloy/shared/copy/photo-paper-copy'
import { useEffect, useId, useRef, useState } from 'react'
import { failedFields } from '../api/failure-text.ts'
import {
  type CollectionScreen,
  collectionScreens,
  textPrefixOf,
} from '../components/collection-screens.ts'
import { FormDialog } from '../components/dialogs.tsx'
import { MarkdownField } from '../form/markdown-field.tsx'
import { usePaperDraft } from '../papers/paper-draft.ts'
import { PAPER_ID, PaperField } from '../papers/paper-field.tsx'
import { type EntryValues, valuesOf } from '../session/entry-values.ts'
import { withCopy } from '../t.ts'
import { DraftStatus, draftPhaseOf, UploadsProgress } from './chosen-files.tsx'
import { wrongEntry } from './entry-errors.ts'
import { Folded, TitleField } from './entry-fields.tsx'
import { FilesField, progressOf } from './entry-files.tsx'
import { EntrySheets, picturesOf, sheetOf, withoutChosen } from './entry-sheets.tsx'
import { CurrentTitle, type DialogProps, UpdateFailure, useEntryUpdate } from './entry-update.tsx'
import { type Properties, propertyFields } from './properties.ts'
import { idOfProperty, OptionalDays, PropertyFields } from './property-fields.tsx'
import { ResumedChange } from './resumed-change.tsx'
import { idOfTiming, TIMING_FIELDS, TimingFields } from './timing-fields.tsx'
import { chosenIn, textOfProperties } from './use-entry-form.ts'

const t = withCopy(entriesCopy, photoPaperCopy)

interface EditDialogProps extends DialogProps {
  /** What takes the focus. */
  focus: 'title' | 'files'
}

/** Changes the title, text, files and dates of an entry. Sends only what differs. */
export function EditDialog({ focus, ...props }: EditDialogProps) {
  const { collection, entry } = props
  const textPrefix = textPrefixOf(collection, entry)
  const update = useEntryUpdate(props, { autosaves: true, savedText: `${textPrefix}.edited` })
  const { edited, view, isSaving: isBusy } = update
  const session = edited?.session
  const idPrefix = useId()
  const bodyId = `${idPrefix}-body`
  const fileId = `${idPrefix}-file`
  const titleInput = useRef<HTMLInputElement>(null)
  const sheetsBox = useRef<HTMLDivElement>(null)
  const [tried, setTried] = useState(false)
  const { takesBody, maxFiles } = collections[collection]
  const { undated, textFolded }: CollectionScreen = collectionScreens[collection]
  // Dates that another client has set can be changed here.
  const isTimed = Boolean(entry.publishAt || entry.expiresAt || entry.pinnedUntil)
  const takesFiles = maxFiles > 1 && !entry.videoId
  const { values, files } = view ?? { values: valuesOf(entry), files: [] }
  const { title, body } = values
  // Without the text, its pictures could not follow their files.
  const isRead = edited?.isWhole === true
  const sheets = files.map(sheetOf)
  const tooMany = files.length > maxFiles && {
    file: validationText('valid.file.tooMany', { max: formatNumber(maxFiles) }).bn,
  }
  const chosen = chosenIn(files)
  const paper = usePaperDraft(`${collection}/${entry._id}`)
  const isPaperOpen = paper.isOpen(chosen.map(({ file }) => file))
  const { file: wrongFile, ...wrongFields } = wrongEntry(collection, values, files)
  const errors: Readonly<Record<string, string>> = {
    ...wrongFields,
    ...(takesFiles && isRead && wrongFile && { file: wrongFile }),
    ...tooMany,
    ...(isPaperOpen && { paper: t('paper.open.error') }),
  }
  const isChanged = session?.isDirty() === true
  const wrong = { ...(view?.hasFailed && failedFields(view.error)), ...(tried && errors) }
  const edit = (part: Partial<EntryValues>) => session?.edit(part)
  const takePaper = (removed: readonly string[], added: readonly File[]) => {
    session?.arrange(files.flatMap(({ id }) => (removed.includes(id) ? [] : id)))
    session?.attachments.add(added)
  }
  useEffect(() => {
    if (focus === 'files' && isRead) sheetsBox.current?.querySelector('input')?.focus()
  }, [focus, isRead])
  const submit = () => {
    const isKept = !entry.status && view?.entry?.status === 'draft'
    const isWritten = view?.state === 'unanswered' || view?.state === 'conflict'
    if (!isChanged && !isPaperOpen && !isKept && !isWritten) return props.onClose()
    setTried(true)
    const [name] = Object.keys(errors)
    if (name === undefined) return void update.save()
    const timing = TIMING_FIELDS.find((field) => field === name)
    const property = propertyFields(collection).find((field) => field === name)
    const ids: Record<string, string> = { body: bodyId, file: fileId, paper: PAPER_ID }
    const id = timing
      ? idOfTiming(idPrefix, timing)
      : property
        ? idOfProperty(idPrefix, property)
        : ids[name]
    if (id) document.getElementById(id)?.focus()
    else titleInput.current?.focus()
  }
  const readOnly = isBusy || !session
  const propertyProps = {
    collection,
    idPrefix,
    title,
    properties: values.properties,
    onChange: (changed: Properties) =>
      edit({ properties: { ...values.properties, ...textOfProperties(changed) } }),
    errors: wrong,
    readOnly,
  }
  const travelling = files.filter(({ stored }) => !stored)
  return (
    <FormDialog
      title={t('edit.title')}
      onClose={isChanged ? update.cancel : props.onClose}
      onCancel={update.cancel}
      isDirty={isChanged}
      focus={titleInput}
      onSubmit={(event) => {
        event.preventDefault()
        if (!readOnly) submit()
      }}
      submit={t(isBusy ? 'form.saving' : 'form.save')}
      busy={isBusy}
    >
      <UpdateFailure
        update={update}
        failed={`${textPrefix}.editFailed`}
        onReloaded={() => titleInput.current?.focus()}
      />
      {edited?.resumed && (
        <ResumedChange
          change={edited.resumed}
          discard={update.discard}
          onDiscarded={() => titleInput.current?.focus()}
        />
      )}
      <CurrentTitle update={update} />
      <TitleField
        collection={collection}
        id={`${idPrefix}-title`}
        error={wrong.title}
        readOnly={readOnly}
        value={title}
        onChange={(next) => edit({ title: next })}
        ref={titleInput}
      />
      {!isRead && (
        <p className="hint" role="status">
          {t(edited?.isUnread ? 'body.unread' : 'body.loading')}
        </p>
      )}
      {isRead && takesBody && (
        <Folded isFolded={textFolded === true} label={t('body.more')} isOpen={body !== ''}>
          <MarkdownField
            id={bodyId}
            label={t('body.label')}
            hint={t('body.hint')}
            error={wrong.body}
            text={body}
            max={MAX_BODY_LENGTH}
            readOnly={readOnly}
            folded
            pictures={{
              list: picturesOf(sheets),
              onAdd: () => document.getElementById(fileId)?.click(),
            }}
            onText={(next) => edit({ body: next })}
          />
        </Folded>
      )}
      {isRead && takesFiles && (
        <FilesField
          id={fileId}
          collection={collection}
          disabled={readOnly}
          error={wrong.file ?? wrong.files}
          onFiles={(added) => session?.attachments.add(withoutChosen(added, sheets))}
          present={
            <div ref={sheetsBox}>
              <EntrySheets
                collection={collection}
                sheets={sheets}
                readOnly={readOnly}
                onArrange={(next) => session?.arrange(next.map(({ id }) => id))}
                onReplace={({ id }, file) => session?.replace(id, file)}
              />
            </div>
          }
        >
          {hasPapers(collection) && (
            <PaperField
              draft={paper}
              chosen={chosen}
              disabled={readOnly}
              error={wrong.paper}
              onFiles={takePaper}
            />
          )}
          {travelling.some(progressOf) && <UploadsProgress files={travelling} />}
        </FilesField>
      )}
      <PropertyFields {...propertyProps} />
      <OptionalDays {...propertyProps} />
      {(!undated || isTimed) && (
        <TimingFields
          idPrefix={idPrefix}
          timing={values.timing}
          onChange={(changed) => edit({ timing: { ...values.timing, ...changed } })}
          errors={wrong}
          readOnly={readOnly}
          editing
          withDate
        />
      )}
      <DraftStatus phase={view ? draftPhaseOf(view) : 'none'} />
    </FormDialog>
  )
}
