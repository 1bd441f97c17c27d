import { formatDate } from '@bidyaloy/shared/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { type Entry, MAX_BODY_LENGTH } from '@bidyaloy/shared/collections/entry'
import {
  type CollectionName,
  type CollectionRow,
  collections,
  hasPapers,
  takes,
} from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useRights } from '../api/session.ts'
import {
  type CollectionScreen,
  collectionScreens,
  type EntryPrefix,
} from '../components/collection-screens.ts'
import { focusOnMount } from '../components/focus.ts'
import { ErrorSummary, type WrongField } from '../form/error-summary.tsx'
import { MarkdownField } from '../form/markdown-field.tsx'
import { PAPER_ID, PaperField } from '../papers/paper-field.tsx'
import { withCopy } from '../t.ts'
import type { Upload } from '../uploads/upload-queue.ts'
import { ChosenFiles, DraftStatus, KeptFiles, UploadsProgress } from './chosen-files.tsx'
import { PreviewButton } from './draft-list.tsx'
import { Folded, TitleField } from './entry-fields.tsx'
import { FilesField, UploadFailure, UploadSummary } from './entry-files.tsx'
import { picturesOf, TogetherChoice } from './entry-sheets.tsx'
import { type Properties, propertyFields } from './properties.ts'
import {
  idOfProperty,
  OptionalDays,
  PropertyFields,
  type PropertyFieldsProps,
} from './property-fields.tsx'
import type { OnPublished } from './published-card.tsx'
import type { PageStart } from './standard-pages.tsx'
import { scheduledFor } from './timing.ts'
import { DateField, idOfTiming, OptionalTimingFields, TIMING_FIELDS } from './timing-fields.tsx'
import { TitleOffer } from './title-offer.tsx'
import { useEntryForm } from './use-entry-form.ts'

const t = withCopy(entriesCopy)

interface EntryFormProps {
  collection: CollectionName
  /** What the form begins with, each time that it is a new object. */
  start?: PageStart | null
  onPublished: OnPublished
  /** Called with the id of the draft on the server, or null. */
  onDraft?: (id: string | null) => void
  /** Properties of a new entry until others are chosen. */
  initial?: Properties
  /** Shown beside the form: another way to set properties. */
  aside?: (form: Pick<PropertyFieldsProps, 'properties' | 'onChange'>) => ReactNode
}

/** Publishes entries: one, or one for each chosen file. */
export function EntryForm({
  collection,
  start = null,
  onPublished,
  onDraft,
  initial,
  aside,
}: EntryFormProps) {
  const idPrefix = useId()
  const titleId = `${idPrefix}-title`
  const fileId = `${idPrefix}-file`
  const focus = (id: string) => document.getElementById(id)?.focus()
  const onAllPublished = (entries: readonly Entry[]) => {
    if (entries.some(({ queued }) => queued)) focus(titleId)
    setNotStarted(null)
    onPublished(entries, () => focus(titleId))
  }
  const form = useEntryForm(collection, onAllPublished, initial)
  const { uploads, errors, timing, isRunning } = form
  const mayPublish = useRights()('publish')
  const toasts = useToasts()
  const draftId = form.draft?.id ?? null
  useEffect(() => onDraft?.(draftId), [onDraft, draftId])
  const { textPrefix, dateUpFront, undated, textFolded }: CollectionScreen =
    collectionScreens[collection]
  // A single title is the form's first field; several titles are beside their files.
  const single = form.isOne ? uploads[0] : undefined
  const bodyId = `${idPrefix}-body`
  const togetherId = `${idPrefix}-together`
  const { takesBody, datesRequired }: CollectionRow = collections[collection]
  // What makes an event or a person is among the first fields.
  const isUpFront = datesRequired || takes(collection, 'fields')
  // What a visitor chooses by stands beside the text, in the first view of the form.
  const hasSide = !isUpFront && propertyFields(collection).length > 0
  const fileError = form.isOne ? (form.tooMany ?? Object.values(errors.files)[0]) : undefined
  const idOfTitle = ({ id }: Upload) => (single ? titleId : `${idPrefix}-title-${id}`)
  /** The title of a page that was not begun, because something else is typed. */
  const [notStarted, setNotStarted] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new start begins another entry
  useEffect(() => {
    if (!start) return
    const isStarted = form.start(start)
    setNotStarted(isStarted ? null : start.title)
    if (isStarted) focus(bodyId)
  }, [start])
  const field = (id: string, text: string | undefined) => (text ? [{ id, text }] : [])
  const titleError = ({ id, file }: Upload) => {
    const text = errors.titles[id]
    return text && file && !single ? `${file.name}: ${text}` : text
  }
  const wrongFields: WrongField[] = [
    ...uploads.flatMap((upload) => field(idOfTitle(upload), titleError(upload))),
    ...TIMING_FIELDS.flatMap((name) => field(idOfTiming(idPrefix, name), errors.shared[name])),
    ...propertyFields(collection).flatMap((name) =>
      field(idOfProperty(idPrefix, name), errors.shared[name]),
    ),
    ...field(bodyId, errors.body),
    ...field(togetherId, errors.together),
    ...field(PAPER_ID, errors.paper),
    ...field(fileId, errors.paper ? undefined : fileError),
  ]
  const reset = async () => {
    if (!(await form.reset())) return
    toasts.show({ tone: 'ok', text: `${t('draft.deleted')} ${t('draft.discard.trash')}` })
  }
  const submitText = () => {
    const scheduled = scheduledFor(timing)
    if (scheduled) return t('timing.submit', { day: formatDate(scheduled) })
    if (form.begunBefore !== null) return t('upload.begun.send')
    if (!mayPublish) return t('draft.submit')
    return single && !form.isBegun ? t(`${textPrefix}.submit`) : manyText(textPrefix, uploads)
  }

  const timingProps = {
    idPrefix,
    timing,
    onChange: form.setTiming,
    errors: errors.shared,
    readOnly: isRunning,
  }
  const propertyProps = {
    collection,
    idPrefix,
    title: single?.title ?? '',
    properties: form.properties,
    onChange: form.setProperties,
    errors: errors.shared,
    readOnly: isRunning,
  }
  const hasContents =
    form.body !== '' ||
    uploads.some(({ file }) => file !== null) ||
    form.keptFiles.length > 0 ||
    form.missingFiles.length > 0 ||
    wrongFields.some(({ id }) => id === bodyId || id === fileId)
  const card = (
    <section className="card stack stack--4" aria-labelledby={`${idPrefix}-head`}>
      <h2 id={`${idPrefix}-head`}>{t(`${textPrefix}.add`)}</h2>
      <form className="stack stack--4" noValidate onSubmit={form.submit}>
        {!isRunning && (
          <ErrorSummary fields={wrongFields} attempt={form.failedAttempts}>
            {form.failed.length > 0 && (
              <UploadFailure
                summary={form.isBegun ? 'upload.begun.failed' : `${textPrefix}.createFailed`}
                uploads={uploads}
                isExplained={single !== undefined && wrongFields.length > 0}
              />
            )}
          </ErrorSummary>
        )}
        {notStarted !== null && (
          <Alert tone="warn" key={notStarted} ref={focusOnMount}>
            {t('page.keep', { title: notStarted })}
          </Alert>
        )}
        <div className={hasSide ? 'entryform' : 'stack'}>
          <div className="stack stack--4">
            {(single || (dateUpFront && !hasSide)) && (
              <div className={single && dateUpFront && !hasSide ? 'grid2' : 'stack'}>
                {single && (
                  <div>
                    <TitleField
                      collection={collection}
                      id={titleId}
                      error={errors.titles[single.id]}
                      readOnly={isRunning}
                      value={single.title}
                      onChange={(title) => form.retitle(single.id, title)}
                    />
                    {form.draft && single.title.trim() === '' && !isRunning && (
                      <TitleOffer
                        collection={collection}
                        draft={form.draft}
                        onTake={(title) => {
                          form.retitle(single.id, title)
                          focus(titleId)
                        }}
                      />
                    )}
                  </div>
                )}
                {dateUpFront && !hasSide && <DateField {...timingProps} />}
              </div>
            )}
            {single && isUpFront && <PropertyFields {...propertyProps} />}
            <Folded
              isFolded={datesRequired === true}
              label={t('contents.more')}
              isOpen={hasContents}
            >
              {single && takesBody && (
                <Folded
                  isFolded={textFolded === true}
                  label={t('body.more')}
                  isOpen={form.body !== '' || errors.body !== undefined}
                >
                  <MarkdownField
                    id={bodyId}
                    label={t('body.label')}
                    hint={t('body.hint')}
                    error={errors.body}
                    text={form.body}
                    max={MAX_BODY_LENGTH}
                    readOnly={isRunning}
                    folded
                    pictures={{
                      list: picturesOf(form.sheets),
                      onAdd: () => document.getElementById(fileId)?.click(),
                    }}
                    onText={form.setBody}
                  />
                </Folded>
              )}
              <FilesField
                id={fileId}
                collection={collection}
                disabled={isRunning}
                error={errors.paper ? undefined : fileError}
                missingFiles={form.begunBefore === null ? form.missingFiles : []}
                onFiles={form.choose}
              >
                {hasPapers(collection) && (
                  <PaperField
                    draft={form.paper}
                    chosen={form.sheets.filter(({ phase }) => phase !== 'done')}
                    disabled={isRunning}
                    error={errors.paper}
                    onFiles={form.takePaper}
                  />
                )}
                <KeptFiles files={form.keptFiles} readOnly={isRunning} onRemove={form.dropKept} />
                {form.isAsked && textPrefix !== 'photo' && (
                  <TogetherChoice
                    id={togetherId}
                    textPrefix={textPrefix}
                    together={form.together}
                    error={errors.together}
                    disabled={isRunning || uploads.some(({ phase }) => phase === 'done')}
                    hasText={form.body.trim() !== ''}
                    onChange={form.setTogether}
                  />
                )}
                {form.begunBefore !== null && form.missingFiles.length > 0 && (
                  <Alert tone="warn">
                    {t('upload.begun', {
                      n: formatNumber(form.begunBefore),
                      left: formatNumber(form.missingFiles.length),
                      reset: t('form.reset'),
                    })}
                  </Alert>
                )}
                {form.isBegun && form.sheets.length > 0 && <UploadSummary uploads={uploads} />}
                <ChosenFiles
                  collection={collection}
                  form={form}
                  idOfTitle={idOfTitle}
                  onRemove={(id) => {
                    form.remove(id)
                    focus(fileId)
                  }}
                />
              </FilesField>
            </Folded>
            {!single && isUpFront && <PropertyFields {...propertyProps} />}
          </div>
          {hasSide && (
            <div className="stack stack--4 entryform__side">
              <PropertyFields {...propertyProps} />
              {dateUpFront && <DateField {...timingProps} />}
            </div>
          )}
        </div>
        <div>
          <OptionalDays {...propertyProps} />
          {!undated && <OptionalTimingFields {...timingProps} withDate={!dateUpFront} />}
        </div>
        <div className="formfoot savebar">
          <Button look="primary" type="submit" icon="plus" busy={isRunning}>
            {isRunning ? t('form.submitting') : submitText()}
          </Button>
          {isRunning && uploads.length > 1 ? (
            <Button look="quiet" icon="close" onClick={form.stopAll}>
              {t(single ? 'form.upload.cancel' : 'upload.stopAll')}
            </Button>
          ) : (
            <Button
              look="quiet"
              disabled={isRunning}
              onClick={() => {
                void reset()
                setNotStarted(null)
                requestAnimationFrame(() => focus(titleId))
              }}
            >
              {t('form.reset')}
            </Button>
          )}
          {draftId !== null && !isRunning && (
            <PreviewButton
              look="quiet"
              params={{ collection, id: draftId }}
              title={single?.title || t('draft.untitled')}
            />
          )}
          {isRunning && uploads.length > 1 && <UploadsProgress uploads={uploads} />}
          <DraftStatus phase={form.draftPhase} />
        </div>
      </form>
    </section>
  )
  if (!aside) return card
  return (
    <div className="split">
      {card}
      {aside(propertyProps)}
    </div>
  )
}

function manyText(textPrefix: EntryPrefix, uploads: readonly Upload[]): string {
  const left = uploads.filter(({ phase }) => phase !== 'done').length
  const n = formatNumber(left)
  if (left < uploads.length) return t('upload.rest', { n })
  return t(textPrefix === 'photo' ? 'upload.submitPhotos' : 'upload.submitMany', { n })
}
