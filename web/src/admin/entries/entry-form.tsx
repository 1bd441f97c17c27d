import { formatDate } from '@bidyaloy/shared/bengali/dates'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { type Entry, MAX_TITLE_LENGTH } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { collectionScreens, type EntryKind } from '../components/screens.ts'
import { ErrorSummary, type WrongField } from '../form/error-summary.tsx'
import { BengaliTextField } from '../form/fields.tsx'
import { withCopy } from '../t.ts'
import { fileWarning, tooLargeText, useMaxUploadBytes } from '../uploads/accepted-files.ts'
import { ChosenFile } from '../uploads/chosen-file.tsx'
import type { Upload } from '../uploads/upload-queue.ts'
import { FilesField, progressOf, UploadFailure, UploadRows, UploadSummary } from './entry-files.tsx'
import { isTimed, scheduledFor } from './timing.ts'
import { DateField, idOfTiming, TIMING_FIELDS, TimingFields } from './timing-fields.tsx'
import { useEntryForm } from './use-entry-form.ts'

const t = withCopy(entriesCopy)

interface EntryFormProps {
  collection: CollectionName
  onPublished: (entries: readonly Entry[]) => void
}

/** Publishes new entries of the collection: one, or as many as files were chosen. */
export function EntryForm({ collection, onPublished }: EntryFormProps) {
  const base = useId()
  const titleId = `${base}-title`
  const fileId = `${base}-file`
  const summary = useRef<HTMLDivElement>(null)
  const focus = (id: string) => document.getElementById(id)?.focus()
  const form = useEntryForm(collection, (entries) => {
    focus(titleId)
    onPublished(entries)
  })
  const { uploads, wrong, timing, isRunning } = form
  const { kind, dateUpFront } = collectionScreens[collection]
  // A single title has its field on top of the form; of many, each stands with its file.
  const only = uploads.length === 1 ? uploads[0] : undefined
  const idOfTitle = ({ id }: Upload) => (only ? titleId : `${base}-title-${id}`)
  const field = (id: string, text: string | undefined) => (text ? [{ id, text }] : [])
  const titleFault = ({ id, file }: Upload) => {
    const text = wrong.titles[id]
    return text && file && !only ? `${file.name}: ${text}` : text
  }
  const wrongFields: WrongField[] = [
    ...uploads.flatMap((upload) => field(idOfTitle(upload), titleFault(upload))),
    ...TIMING_FIELDS.flatMap((name) => field(idOfTiming(base, name), wrong.timing[name])),
    ...(only ? field(fileId, wrong.files[only.id]) : []),
  ]
  const scheduled = scheduledFor(timing)
  const refused = !isRunning && (form.failed.length > 0 || wrongFields.length > 0)

  // After a submit that did not succeed, the reader is taken to what to mend.
  useEffect(() => {
    if (form.refusals > 0) summary.current?.focus()
  }, [form.refusals])

  const timingProps = {
    base,
    timing,
    onChange: form.setTiming,
    wrong: wrong.timing,
    readOnly: isRunning,
  }
  const remove = (id: string) => {
    form.remove(id)
    focus(fileId)
  }
  return (
    <section className="card stack" aria-labelledby={`${base}-head`}>
      <h2 id={`${base}-head`}>{t(`${kind}.add`)}</h2>
      <form className="stack" noValidate onSubmit={form.submit}>
        {refused && (
          <ErrorSummary ref={summary} fields={wrongFields}>
            <UploadFailure
              kind={kind}
              uploads={uploads}
              explained={only !== undefined && wrongFields.length > 0}
            />
          </ErrorSummary>
        )}
        {(only || dateUpFront) && (
          <div className={only && dateUpFront ? 'grid2' : 'stack'}>
            {only && (
              <TitleField
                id={titleId}
                error={wrong.titles[only.id]}
                readOnly={isRunning}
                value={only.title}
                onChange={(title) => form.retitle(only.id, title)}
              />
            )}
            {dateUpFront && <DateField {...timingProps} />}
          </div>
        )}
        <FilesField
          id={fileId}
          collection={collection}
          disabled={isRunning}
          error={only && wrong.files[only.id]}
          missingFiles={form.missingFiles}
          onFiles={form.choose}
        >
          {only ? (
            <UploadOnly
              collection={collection}
              upload={only}
              refused={wrong.files[only.id] !== undefined}
              onRemove={() => remove(only.id)}
              onStop={form.stopCurrent}
            />
          ) : (
            <>
              <UploadSummary uploads={uploads} />
              <TitleForAll
                uploads={uploads}
                idOfTitle={idOfTitle}
                isRunning={isRunning}
                onRetitle={form.retitle}
              />
              <UploadRows
                collection={collection}
                uploads={uploads}
                idOfTitle={idOfTitle}
                wrongTitles={wrong.titles}
                isRunning={isRunning}
                onRetitle={form.retitle}
                onRemove={remove}
                onStop={form.stopCurrent}
              />
            </>
          )}
        </FilesField>
        <OptionalFields
          label={t(dateUpFront ? 'timing.more' : 'timing.morePhotos')}
          needed={
            isTimed(timing) ||
            (!dateUpFront && timing.date !== '') ||
            TIMING_FIELDS.some((name) => wrong.timing[name])
          }
        >
          <TimingFields {...timingProps} withDate={!dateUpFront} />
        </OptionalFields>
        <div className="formfoot">
          <Button look="primary" type="submit" icon="plus" busy={isRunning}>
            {isRunning
              ? t('form.submitting')
              : scheduled
                ? t('timing.submit', { day: formatDate(scheduled) })
                : only
                  ? t(`${kind}.submit`)
                  : manyText(kind, uploads)}
          </Button>
          {isRunning && !only ? (
            <Button look="quiet" icon="close" onClick={form.stopAll}>
              {t('upload.stopAll')}
            </Button>
          ) : (
            <Button
              look="quiet"
              disabled={isRunning}
              onClick={() => {
                form.clear()
                requestAnimationFrame(() => focus(titleId))
              }}
            >
              {t('form.reset')}
            </Button>
          )}
        </div>
      </form>
    </section>
  )
}

function manyText(kind: EntryKind, uploads: readonly Upload[]): string {
  const left = uploads.filter(({ phase }) => phase !== 'done').length
  const n = formatNumber(left)
  if (left < uploads.length) return t('upload.rest', { n })
  return t(kind === 'photo' ? 'upload.submitPhotos' : 'upload.submitMany', { n })
}

interface OptionalFieldsProps {
  label: string
  /** Whether something in it is set or wrong: then it does not hide. */
  needed: boolean
  children: ReactNode
}

/** Fields that are seldom wanted, behind one line. */
export function OptionalFields({ label, needed, children }: OptionalFieldsProps) {
  const [wanted, setWanted] = useState(false)
  return (
    <details
      className="more-fields"
      open={wanted || needed}
      onToggle={({ currentTarget }) => setWanted(currentTarget.open)}
    >
      <summary>
        <Icon name="down" /> {label}
      </summary>
      <div className="stack">{children}</div>
    </details>
  )
}

interface UploadOnlyProps {
  collection: CollectionName
  upload: Upload
  /** Whether the file has been refused already, for a reason that is told. */
  refused: boolean
  onRemove: () => void
  onStop: () => void
}

/** The file of the one entry that is to be published, where it has one. */
function UploadOnly({ collection, upload, refused, onRemove, onStop }: UploadOnlyProps) {
  const { file } = upload
  const maxBytes = useMaxUploadBytes()
  if (!file) return null
  const tooLarge = refused ? null : tooLargeText(file, maxBytes)
  const warning = refused || tooLarge ? null : fileWarning(collection, file)
  return (
    <>
      <ChosenFile file={file} progress={progressOf(upload)} onRemove={onRemove} onCancel={onStop} />
      {tooLarge && <FieldError text={tooLarge} />}
      {warning && <Alert tone="warn">{warning}</Alert>}
    </>
  )
}

interface TitleFieldProps {
  id: string
  error: string | undefined
  readOnly?: boolean
  value: string
  onChange: (title: string) => void
  ref?: RefObject<HTMLInputElement | null>
}

/** The title of an entry. */
export function TitleField({ onChange, error, ...field }: TitleFieldProps) {
  return (
    <BengaliTextField
      {...field}
      label={t('form.title')}
      hint={t('form.title.rule', { max: toBengaliDigits(MAX_TITLE_LENGTH) })}
      error={error}
      autoComplete="off"
      required
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

interface TitleForAllProps {
  uploads: readonly Upload[]
  idOfTitle: (upload: Upload) => string
  isRunning: boolean
  onRetitle: (id: string, title: string) => void
}

/** Photos of one event bear one title: what was written first goes where nothing is written yet. */
function TitleForAll({ uploads, idOfTitle, isRunning, onRetitle }: TitleForAllProps) {
  const title = uploads.find((upload) => upload.title.trim())?.title ?? ''
  const untitled = uploads.filter((upload) => !upload.title.trim())
  const [next] = untitled
  return (
    <div>
      <Button
        small
        disabled={isRunning || !title || !next}
        onClick={() => {
          for (const { id } of untitled) onRetitle(id, title)
          // The button now rests; the first title that was set can be made its own.
          if (next) document.getElementById(idOfTitle(next))?.focus()
        }}
      >
        {t('upload.titleForAll')}
      </Button>
    </div>
  )
}
