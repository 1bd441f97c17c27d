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
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { hasCode } from '../api/failure-text.ts'
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
import type { EntrySession } from '../session/entry-session.ts'
import { withCopy } from '../t.ts'
import { ChosenFiles, DraftStatus, draftPhaseOf, UploadsProgress } from './chosen-files.tsx'
import { PreviewButton } from './draft-list.tsx'
import { Folded, TitleField } from './entry-fields.tsx'
import { FilesField, progressOf, UploadFailure } from './entry-files.tsx'
import { picturesOf, sheetOf, TogetherChoice } from './entry-sheets.tsx'
import { Conflict } from './entry-update.tsx'
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
import { chosenIn, type EntryFormState, useEntryForm } from './use-entry-form.ts'

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
export function EntryForm(props: EntryFormProps) {
  const { collection, onPublished, initial } = props
  const idPrefix = useId()
  const titleId = `${idPrefix}-title`
  const onAllPublished = (entries: readonly Entry[]) => {
    if (entries.some(({ queued }) => queued)) focus(titleId)
    onPublished(entries, () => focus(titleId))
  }
  const form = useEntryForm(collection, onAllPublished, initial)
  return form && <OpenForm {...props} {...{ form, idPrefix }} />
}

const focus = (id: string) => document.getElementById(id)?.focus()

interface OpenFormProps extends EntryFormProps {
  form: EntryFormState
  idPrefix: string
}

function OpenForm({ collection, start = null, onDraft, aside, form, idPrefix }: OpenFormProps) {
  const titleId = `${idPrefix}-title`
  const fileId = `${idPrefix}-file`
  const bodyId = `${idPrefix}-body`
  const togetherId = `${idPrefix}-together`
  const { list, main, view, entries, files, errors, isRunning } = form
  const { values } = view
  const { timing } = values
  const mayPublish = useRights()('publish')
  const toasts = useToasts()
  const draft = view.entry?.status ? view.entry : null
  const draftId = draft?._id ?? null
  useEffect(() => onDraft?.(draftId), [onDraft, draftId])
  const { textPrefix, dateUpFront, undated, textFolded }: CollectionScreen =
    collectionScreens[collection]
  // A single title is the form's first field; several titles are beside their files.
  const single = form.isOne ? main : undefined
  const { takesBody, datesRequired }: CollectionRow = collections[collection]
  // What makes an event or a person is among the first fields.
  const isUpFront = datesRequired || takes(collection, 'fields')
  // What a visitor chooses by stands beside the text, in the first view of the form.
  const hasSide = !isUpFront && propertyFields(collection).length > 0
  const fileError = form.isOne ? (form.tooMany ?? Object.values(errors.files)[0]) : undefined
  const idOfTitle = ({ key }: EntrySession) => (single ? titleId : `${idPrefix}-title-${key}`)
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
  const titleError = (session: EntrySession) => {
    const text = errors.titles[session.key]
    const [one] = session.view().files
    return text && one?.file && !single ? `${one.file.name}: ${text}` : text
  }
  const wrongFields: WrongField[] = [
    ...entries.flatMap((session) => field(idOfTitle(session), titleError(session))),
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
    if (!mayPublish) return t('draft.submit')
    return single ? t(`${textPrefix}.submit`) : manyText(textPrefix, entries)
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
    title: single ? values.title : '',
    properties: values.properties,
    onChange: form.setProperties,
    errors: errors.shared,
    readOnly: isRunning,
  }
  const hasContents =
    values.body !== '' ||
    files.length > 0 ||
    wrongFields.some(({ id }) => id === bodyId || id === fileId)
  const travelling = entries.flatMap((session) => session.view().files)
  const hasSeveral = travelling.length > 1
  const card = (
    <section className="card stack stack--4" aria-labelledby={`${idPrefix}-head`}>
      <h2 id={`${idPrefix}-head`}>{t(`${textPrefix}.add`)}</h2>
      <form className="stack stack--4" noValidate onSubmit={form.submit}>
        {!isRunning && (
          <ErrorSummary fields={wrongFields} attempt={form.failedAttempts}>
            {form.failed.length > 0 && (
              <UploadFailure
                summary={`${textPrefix}.createFailed`}
                views={entries.map((session) => session.view())}
                isExplained={single !== undefined && wrongFields.length > 0}
              />
            )}
          </ErrorSummary>
        )}
        <FormConflict session={main} />
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
                      error={errors.titles[single.key]}
                      readOnly={isRunning}
                      value={values.title}
                      onChange={(title) => single.edit({ title })}
                    />
                    {draft && values.title.trim() === '' && !isRunning && (
                      <TitleOffer
                        collection={collection}
                        draft={draft}
                        onTake={(title) => {
                          single.edit({ title })
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
                  isOpen={values.body !== '' || errors.body !== undefined}
                >
                  <MarkdownField
                    id={bodyId}
                    label={t('body.label')}
                    hint={t('body.hint')}
                    error={errors.body}
                    text={values.body}
                    max={MAX_BODY_LENGTH}
                    readOnly={isRunning}
                    folded
                    pictures={{
                      list: picturesOf(files.map(sheetOf)),
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
                onFiles={(chosen) => void form.choose(chosen)}
              >
                {hasPapers(collection) && (
                  <PaperField
                    draft={form.paper}
                    chosen={chosenIn(files)}
                    disabled={isRunning}
                    error={errors.paper}
                    onFiles={(removed, added) => void form.takePaper(removed, added)}
                  />
                )}
                {list.isAsked() && textPrefix !== 'photo' && (
                  <TogetherChoice
                    id={togetherId}
                    textPrefix={textPrefix}
                    together={list.together()}
                    error={errors.together}
                    disabled={isRunning || entries.some((one) => one.view().state === 'ended')}
                    hasText={values.body.trim() !== '' || list.sessions().length > entries.length}
                    onChange={(together) => void list.setTogether(together)}
                  />
                )}
                <ChosenFiles
                  collection={collection}
                  form={form}
                  idOfTitle={idOfTitle}
                  onRemoved={() => focus(fileId)}
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
          {isRunning && hasSeveral ? (
            <Button look="quiet" icon="close" onClick={list.stop}>
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
              title={values.title || t('draft.untitled')}
            />
          )}
          {hasSeveral && (isRunning || travelling.some(progressOf)) && (
            <UploadsProgress files={travelling} />
          )}
          <DraftStatus phase={draftPhaseOf(view)} />
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

function manyText(textPrefix: EntryPrefix, entries: readonly EntrySession[]): string {
  const left = entries.filter((session) => session.view().state !== 'ended').length
  const n = formatNumber(left)
  if (left < entries.length) return t('upload.rest', { n })
  return t(textPrefix === 'photo' ? 'upload.submitPhotos' : 'upload.submitMany', { n })
}

/** Offers what another device has written, after a conflict. */
function FormConflict({ session }: { session: EntrySession }) {
  const reload = useMutation({ mutationFn: session.reload })
  const { state, error } = session.view()
  // What was deleted elsewhere is published anew.
  if (state !== 'conflict' || hasCode(error, 'not_found')) return null
  return (
    <Conflict
      isGone={false}
      error={reload.error}
      isReloading={reload.isPending}
      onReload={() => reload.mutate()}
    />
  )
}
