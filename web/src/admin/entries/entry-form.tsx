import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { hasCode } from '../api/failure-text.ts'
import { useRights } from '../api/session.ts'
import type { EntryPrefix } from '../components/collection-screen.ts'
import { collectionScreens } from '../components/collection-screens.ts'
import { focusOnMount } from '../components/focus.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import type { EntrySession } from '../session/entry-session.ts'
import { withCopy } from '../t.ts'
import { ChosenFiles, DraftStatus, draftPhaseOf, UploadsProgress } from './chosen-files.tsx'
import { PreviewButton } from './draft-list.tsx'
import { controlIds, EntryEditor, wrongFieldsOf } from './entry-editor.tsx'
import { progressOf, UploadFailure } from './entry-files.tsx'
import { TogetherChoice } from './entry-sheets.tsx'
import { Conflict } from './entry-update.tsx'
import { type Properties, textOfProperties } from './properties.ts'
import type { PropertyFieldsProps } from './property-fields.tsx'
import type { OnPublished } from './published-card.tsx'
import type { PageStart } from './standard-pages.tsx'
import { scheduledFor } from './timing.ts'
import { TitleOffer } from './title-offer.tsx'
import { type EntryFormState, useEntryForm } from './use-entry-form.ts'

const t = withCopy(entriesCopy)

interface EntryFormProps {
  collection: CollectionName
  /** Whether the entry is a video: it has a link instead of files. */
  isVideo?: boolean
  /** What the form begins with, each time that it is a new object. */
  start?: PageStart | null
  onPublished: OnPublished
  /** Called with the id of the draft on the server, or null. */
  onDraft?: (id: string | null) => void
  /** Properties of a new entry until others are chosen. */
  initial?: Properties
  /** Shown beside the form: another way to set properties. */
  sideColumn?: (form: Pick<PropertyFieldsProps, 'properties' | 'onChange'>) => ReactNode
}

/** Publishes entries: one, or one for each chosen file. */
export function EntryForm(props: EntryFormProps) {
  const { collection, isVideo = false, onPublished, initial = {} } = props
  const idPrefix = useId()
  const { title } = controlIds(idPrefix)
  const onAllPublished = (entries: readonly Entry[]) => {
    if (entries.some(({ queued }) => queued)) focus(title)
    onPublished(entries, () => focus(title))
  }
  const form = useEntryForm({ collection, isVideo, onPublished: onAllPublished, initial })
  return form && <OpenForm {...props} {...{ form, idPrefix, isVideo }} />
}

const focus = (id: string) => document.getElementById(id)?.focus()

/** The controls that links to the form lead to, by their fragments. */
const startSelectors: ReadonlyMap<string, string> = new Map([
  ['#title', 'input'],
  ['#paper', '.paperfield button'],
  ['#file', 'input[type=file]'],
])

interface OpenFormProps extends EntryFormProps {
  form: EntryFormState
  idPrefix: string
  isVideo: boolean
}

function OpenForm(props: OpenFormProps) {
  const { collection, isVideo, start = null, onDraft, sideColumn, form, idPrefix } = props
  const { main, view, entries, errors, isRunning, isOne } = form
  const ids = controlIds(idPrefix)
  const textPrefix = isVideo ? 'video' : collectionScreens[collection].textPrefix
  const draft = view.entry?.status ? view.entry : null
  const draftId = draft?._id ?? null
  useEffect(() => onDraft?.(draftId), [onDraft, draftId])
  const box = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    const selector = startSelectors.get(hash)
    // After the frame of the dashboard has moved the focus to the new screen.
    if (selector) {
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus())
    }
  }, [hash])
  /** The title of a page that was not started, because something else is typed. */
  const [notStarted, setNotStarted] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new start begins another entry
  useEffect(() => {
    if (!start) return
    const isStarted = form.start(start)
    setNotStarted(isStarted ? null : start.title)
    if (isStarted) focus(ids.body)
  }, [start])
  // A single title is the form's first field; several titles are beside their files.
  const idOfTitle = ({ key }: EntrySession) => (isOne ? ids.title : `${ids.title}-${key}`)
  const wrongTitles = entries.flatMap((session) => {
    const text = errors.titles[session.key]
    const [one] = session.view().files
    return text && !isOne
      ? [{ id: idOfTitle(session), text: one?.file ? `${one.file.name}: ${text}` : text }]
      : []
  })
  const wrongFields = [...wrongTitles, ...wrongFieldsOf(collection, idPrefix, errors.shared)]
  const { properties } = view.values
  const card = (
    <section className="card stack stack--4" aria-labelledby={`${idPrefix}-head`} ref={box}>
      <h2 id={`${idPrefix}-head`}>{t(`${textPrefix}.add`)}</h2>
      <form className="stack stack--4" noValidate onSubmit={form.submit}>
        {!isRunning && (
          <ErrorSummary fields={wrongFields} attempt={form.failedAttempts}>
            {entries.some((one) => one.view().publishFailed) && (
              <UploadFailure
                summary={`${textPrefix}.createFailed`}
                views={entries.map((session) => session.view())}
                isExplained={isOne && wrongFields.length > 0}
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
        <EntryEditor
          collection={collection}
          idPrefix={idPrefix}
          values={view.values}
          errors={errors.shared}
          readOnly={isRunning}
          onEdit={form.edit}
          isVideo={isVideo}
          isOne={isOne}
          titleOffer={
            draft &&
            view.values.title.trim() === '' &&
            !isRunning && (
              <TitleOffer
                collection={collection}
                draft={draft}
                onTake={(title) => {
                  form.edit({ title })
                  focus(ids.title)
                }}
              />
            )
          }
          files={{
            list: form.files,
            paper: form.paper,
            onPaper: (removed, added) => void form.takePaper(removed, added),
            onChosen: (chosen) => void form.choose(chosen),
            shown: <FormFiles {...{ collection, form, idPrefix, idOfTitle }} />,
          }}
        />
        <FormFoot
          {...{ collection, form, textPrefix }}
          onReset={() => {
            setNotStarted(null)
            requestAnimationFrame(() => focus(ids.title))
          }}
        />
      </form>
    </section>
  )
  if (!sideColumn) return card
  const onChange = (part: Properties) =>
    form.edit({ properties: { ...properties, ...textOfProperties(part) } })
  return (
    <div className="split">
      {card}
      {sideColumn({ properties, onChange })}
    </div>
  )
}

interface FormFilesProps {
  collection: CollectionName
  form: EntryFormState
  idPrefix: string
  idOfTitle: (session: EntrySession) => string
}

/** The chosen files, and the question if several make one entry. */
function FormFiles({ collection, form, idPrefix, idOfTitle }: FormFilesProps) {
  const { list, view, entries, isRunning } = form
  const { textPrefix } = collectionScreens[collection]
  const ids = controlIds(idPrefix)
  return (
    <>
      {list.isAsked() && textPrefix !== 'photo' && (
        <TogetherChoice
          id={ids.together}
          textPrefix={textPrefix}
          together={list.together()}
          error={form.errors.shared.together}
          disabled={isRunning || entries.some((one) => one.view().state === 'finished')}
          hasText={view.values.body.trim() !== '' || list.sessions().length > entries.length}
          onChange={(together) => void list.setTogether(together)}
        />
      )}
      <ChosenFiles
        collection={collection}
        form={form}
        idOfTitle={idOfTitle}
        onRemoved={() => focus(ids.file)}
      />
    </>
  )
}

interface FormFootProps {
  collection: CollectionName
  form: EntryFormState
  textPrefix: EntryPrefix
  onReset: () => void
}

/** The buttons of the form, the progress of its files and the state of its draft. */
function FormFoot({ collection, form, textPrefix, onReset }: FormFootProps) {
  const { list, view, entries, isRunning, isOne } = form
  const { timing, title } = view.values
  const mayPublish = useRights()('publish')
  const toasts = useToasts()
  const travelling = entries.flatMap((session) => session.view().files)
  const hasSeveral = travelling.length > 1
  const draftId = view.entry?.status && view.entry._id
  const submitText = () => {
    const scheduled = scheduledFor(timing)
    if (scheduled) return t('timing.submit', { day: formatDate(scheduled) })
    if (!mayPublish) return t('draft.submit')
    return isOne ? t(`${textPrefix}.submit`) : manyText(textPrefix, entries)
  }
  const reset = async () => {
    if (!(await form.reset())) return
    toasts.show({ tone: 'ok', text: `${t('draft.deleted')} ${t('draft.discard.trash')}` })
  }
  return (
    <div className="formfoot savebar">
      <Button look="primary" type="submit" icon="plus" busy={isRunning}>
        {isRunning ? t('form.submitting') : submitText()}
      </Button>
      {isRunning && hasSeveral ? (
        <Button look="quiet" icon="close" onClick={list.stop}>
          {t(isOne ? 'form.upload.cancel' : 'upload.stopAll')}
        </Button>
      ) : (
        <Button
          look="quiet"
          disabled={isRunning}
          onClick={() => {
            void reset()
            onReset()
          }}
        >
          {t('form.reset')}
        </Button>
      )}
      {draftId && !isRunning && (
        <PreviewButton
          look="quiet"
          params={{ collection, id: draftId }}
          title={title || t('draft.untitled')}
        />
      )}
      {hasSeveral && (isRunning || travelling.some(progressOf)) && (
        <UploadsProgress files={travelling} />
      )}
      <DraftStatus phase={draftPhaseOf(view)} />
    </div>
  )
}

function manyText(textPrefix: EntryPrefix, entries: readonly EntrySession[]): string {
  const left = entries.filter((session) => session.view().state !== 'finished').length
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
