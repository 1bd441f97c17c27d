import { missingFileText, validationText } from '@bidyaloy/shared/api/issue-text'
import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { EntryChange, MAX_BODY_LENGTH } from '@bidyaloy/shared/collections/entry'
import { collections, hasPapers } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { photoPaperCopy } from '@bidyaloy/shared/copy/photo-paper-copy'
import { useEffect, useId, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { failedFields, hasCode } from '../api/failure-text.ts'
import { freshKey } from '../api/idempotency-key.ts'
import {
  type CollectionScreen,
  collectionScreens,
  textPrefixOf,
} from '../components/collection-screens.ts'
import { FormDialog } from '../components/dialogs.tsx'
import { schemaErrors } from '../form/contract-resolver.ts'
import { MarkdownField } from '../form/markdown-field.tsx'
import { usePaperDraft } from '../papers/paper-draft.ts'
import { PAPER_ID, PaperField } from '../papers/paper-field.tsx'
import { withCopy } from '../t.ts'
import { refusedText, useMaxUploadBytes } from '../uploads/accepted-files.ts'
import { type Arrangement, changedFiles, sheetsOf, storedSheets } from './arranged-sheets.ts'
import { DraftStatus } from './chosen-files.tsx'
import { Folded, TitleField } from './entry-fields.tsx'
import { FilesField, progressIn, UploadSummary } from './entry-files.tsx'
import {
  EntrySheets,
  type NumberedText,
  numberedText,
  picturesOf,
  type Sheet,
  textOf,
  withoutChosen,
} from './entry-sheets.tsx'
import {
  CurrentTitle,
  type DialogProps,
  keepsChange,
  UpdateFailure,
  useEntryUpdate,
  useFullEntry,
} from './entry-update.tsx'
import {
  changedProperties,
  type Properties,
  propertiesOf,
  propertyFields,
  wrongProperties,
} from './properties.ts'
import { idOfProperty, OptionalDays, PropertyFields } from './property-fields.tsx'
import { ResumedChange } from './resumed-change.tsx'
import { changedTiming, type Timing, timingOf, wrongTiming } from './timing.ts'
import { idOfTiming, TIMING_FIELDS, TimingFields } from './timing-fields.tsx'
import { useKeptChange } from './use-kept-change.ts'

const t = withCopy(entriesCopy, photoPaperCopy)

interface Values extends Timing {
  title: string
  properties: Properties
}

interface EditDialogProps extends DialogProps {
  /** What takes the focus. */
  focus: 'title' | 'files'
}

/** Changes the title, text, files and dates of an entry. Sends only what differs. */
export function EditDialog({ focus, ...props }: EditDialogProps) {
  const { collection, entry } = props
  const textPrefix = textPrefixOf(collection, entry)
  const update = useEntryUpdate(props, `${textPrefix}.edited`, {
    resumes: keepsChange(collection, entry),
  })
  const { current, save, uploads } = update
  const maxBytes = useMaxUploadBytes()
  const idPrefix = useId()
  const bodyId = `${idPrefix}-body`
  const fileId = `${idPrefix}-file`
  const titleInput = useRef<HTMLInputElement>(null)
  const sheetsBox = useRef<HTMLDivElement>(null)
  const [tried, setTried] = useState(false)
  /** The edited fields; the others show the current version, also after a conflict. */
  const [edited, setEdited] = useState<Partial<Values>>({})
  const [typed, setTyped] = useState<NumberedText | null>(null)
  const [arranged, setArranged] = useState<Arrangement | null>(null)
  /** How many of the files chosen last are in the entry already, from before a reload. */
  const [arrivedBefore, setArrivedBefore] = useState(0)
  const { takesBody, maxFiles, fileRequired } = collections[collection]
  const { undated, textFolded }: CollectionScreen = collectionScreens[collection]
  // Dates that another client has set can be changed here.
  const isTimed = Boolean(entry.publishAt || entry.expiresAt || entry.pinnedUntil)
  const takesFiles = maxFiles > 1 && !entry.videoId
  const { full, newer, isError } = useFullEntry(collection, entry, current)
  const isUntouched = Object.keys(edited).length === 0
  // The list was read before another change. What is typed already is saved with the version that
  // was seen, and meets a conflict.
  useEffect(() => {
    if (newer && isUntouched) update.show(newer)
  }, [newer, isUntouched, update.show])
  const storedBody = full?.body ?? ''
  const stored = storedSheets(full ?? current)
  const sheets = sheetsOf(arranged, stored, update.pathOf)
  const body = textOf(typed ?? numberedText(storedBody, stored), sheets)
  const properties = propertiesOf(current)
  const before: Values = { title: current.title, ...timingOf(current), properties }
  const values = { ...before, ...edited }
  const files = changedFiles(sheets, stored)
  const change: EntryChange = {
    ...(values.title !== before.title && { title: values.title }),
    ...(body !== storedBody && { body }),
    ...changedTiming(before, values),
    ...changedProperties(before.properties, values.properties),
  }
  const isChanged = files !== null || Object.keys(change).length > 0
  const wrongFile = () => {
    if (!takesFiles || !full) return undefined
    if (sheets.length > maxFiles) {
      return validationText('valid.file.tooMany', { max: formatNumber(maxFiles) }).bn
    }
    const isEmpty = sheets.length === 0 && body.trim() === '' && fileRequired
    if (isEmpty) return missingFileText({ takesBody }).bn
    const refused = files?.added.find((file) => refusedText(collection, file, maxBytes))
    return refused && `${refused.name}: ${refusedText(collection, refused, maxBytes)}`
  }
  const chosen = sheets.flatMap(({ id, file }) => (file instanceof File ? { id, file } : []))
  const paper = usePaperDraft(`${collection}/${entry._id}`)
  const isPaperOpen = paper.isOpen(chosen.map(({ file }) => file))
  const fileError = wrongFile()
  const errors: Record<string, string> = {
    ...wrongTiming(values),
    ...wrongProperties(collection, values.properties),
    ...schemaErrors(EntryChange, change),
    ...(isPaperOpen ? { paper: t('paper.open.error') } : fileError && { file: fileError }),
  }
  const request = { change, ...(files && full && { files: { ...files, present: full } }) }
  const isKeepable = isChanged && full !== null && Object.keys(errors).length === 0
  const kept = useKeptChange({
    ...{ update, collection, entry },
    request: isKeepable && !save.isPending ? request : null,
    onKept: (present) => {
      const files = storedSheets(present)
      setArranged((before) => before && { ...before, stored: files })
    },
  })
  // Without the text, its pictures could not follow their files.
  const isRead = full !== null && kept.isReady
  /** Saving waits until what is being kept has arrived. */
  const [awaited, setAwaited] = useState<'no' | 'waiting' | 'arrived'>('no')
  const isBusy = save.isPending || awaited !== 'no'
  const close = () => {
    if (isChanged) kept.forget()
    props.onClose()
  }
  const wrong = { ...failedFields(save.error), ...(tried && errors) }
  const resetFailure = () => {
    if (save.isError && !hasCode(save.error, 'conflict')) save.reset()
  }
  const edit = (fields: Partial<Values>) => {
    setEdited((others) => ({ ...others, ...fields }))
    if (Object.keys(failedFields(save.error)).length > 0) save.reset()
  }
  const arrange = (next: readonly Sheet[]) => {
    setArranged({ stored, sheets: next })
    resetFailure()
  }
  const choose = async (chosen: readonly File[]) => {
    if (!full) return
    const added = await update.withoutArrived(chosen, full)
    setArrivedBefore(chosen.length - added.length)
    setArranged((before) => {
      const present = sheetsOf(before, stored, update.pathOf)
      const fresh = withoutChosen(added, present).map((file) => ({ id: freshKey(), file }))
      return { stored, sheets: [...present, ...fresh] }
    })
    resetFailure()
  }
  const takePaper = (removed: readonly string[], files: readonly File[]) => {
    arrange(sheets.filter(({ id }) => !removed.includes(id)))
    if (files.length > 0) choose(files)
  }
  useEffect(() => {
    if (focus === 'files' && isRead) sheetsBox.current?.querySelector('input')?.focus()
  }, [focus, isRead])
  const submit = () => {
    if (!isChanged && !isPaperOpen && !kept.isKept) return close()
    setTried(true)
    const [name] = Object.keys(errors)
    if (name === undefined) return save.mutate(request)
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has arrived
  useEffect(() => {
    if (awaited !== 'arrived') return
    setAwaited('no')
    submit()
  }, [awaited])
  const propertyProps = {
    collection,
    idPrefix,
    title: values.title,
    properties: values.properties,
    onChange: (fields: Properties) => edit({ properties: { ...values.properties, ...fields } }),
    errors: wrong,
    readOnly: isBusy,
  }
  return (
    <FormDialog
      title={t('edit.title')}
      onClose={close}
      onCancel={() => {
        kept.forget()
        props.onClose()
      }}
      isDirty={isChanged}
      focus={titleInput}
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        if (!kept.isUnsettled()) return submit()
        setAwaited('waiting')
        void kept.settle().then(() => setAwaited('arrived'))
      }}
      submit={t(isBusy ? 'form.saving' : 'form.save')}
      busy={isBusy}
    >
      <UpdateFailure
        update={update}
        failed={`${textPrefix}.editFailed`}
        onReloaded={() => {
          kept.goOn()
          titleInput.current?.focus()
        }}
      />
      {kept.resumed && (
        <ResumedChange
          change={kept.resumed}
          discard={kept.discard}
          onDiscarded={() => {
            setEdited({})
            setTyped(null)
            setArranged(null)
            titleInput.current?.focus()
          }}
        />
      )}
      <CurrentTitle update={update} />
      <TitleField
        collection={collection}
        id={`${idPrefix}-title`}
        error={wrong.title}
        readOnly={isBusy}
        value={values.title}
        onChange={(title) => edit({ title })}
        ref={titleInput}
      />
      {!isRead && (
        <p className="hint" role="status">
          {t(isError || newer ? 'body.unread' : 'body.loading')}
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
            readOnly={isBusy}
            folded
            pictures={{
              list: picturesOf(sheets),
              onAdd: () => document.getElementById(fileId)?.click(),
            }}
            onText={(next) => {
              setTyped(numberedText(next, sheets))
              edit({})
            }}
          />
        </Folded>
      )}
      {isRead && takesFiles && (
        <FilesField
          id={fileId}
          collection={collection}
          disabled={isBusy}
          error={wrong.file ?? wrong.files}
          onFiles={choose}
          present={
            <div ref={sheetsBox}>
              <EntrySheets
                collection={collection}
                sheets={sheets}
                readOnly={isBusy}
                progress={progressIn(uploads)}
                onArrange={arrange}
                onReplace={({ id }, file) =>
                  arrange(sheets.map((sheet) => (sheet.id === id ? { id, file } : sheet)))
                }
                onStop={update.cancel}
              />
            </div>
          }
        >
          {hasPapers(collection) && (
            <PaperField
              draft={paper}
              chosen={chosen}
              disabled={isBusy}
              error={wrong.paper}
              onFiles={takePaper}
            />
          )}
          {arrivedBefore > 0 && (
            <Alert tone="warn">{t('upload.already', { n: formatNumber(arrivedBefore) })}</Alert>
          )}
          {uploads.some(({ file }) => file) && (
            <UploadSummary
              total={uploads.length}
              done={uploads.filter(({ phase }) => phase === 'done').length}
              failed={uploads.filter(({ phase }) => phase === 'failed').length}
            />
          )}
        </FilesField>
      )}
      <PropertyFields {...propertyProps} />
      <OptionalDays {...propertyProps} />
      {(!undated || isTimed) && (
        <TimingFields
          idPrefix={idPrefix}
          timing={values}
          onChange={edit}
          errors={wrong}
          readOnly={isBusy}
          editing
          withDate
        />
      )}
      <DraftStatus phase={kept.phase} />
    </FormDialog>
  )
}
