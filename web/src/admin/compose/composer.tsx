import type { Entry } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Alert } from '../../ui/alert.tsx'
import { hasCode } from '../api/failure-text.ts'
import type { EntryPrefix } from '../components/collection-screen.ts'
import { collectionScreens } from '../components/collection-screens.ts'
import { focusOnMount } from '../components/focus.ts'
import { PreviewButton } from '../entries/draft-list.tsx'
import { Conflict } from '../entries/entry-update.tsx'
import { type Properties, textOfProperties } from '../entries/properties.ts'
import type { OnPublished } from '../entries/published-card.tsx'
import type { PageStart } from '../entries/standard-pages.tsx'
import { ErrorSummary, type WrongField } from '../form/error-summary.tsx'
import { submitOnCtrlEnter } from '../form/submit-on-ctrl-enter.ts'
import type { EntrySession } from '../session/entry-session.ts'
import { withCopy } from '../t.ts'
import { ComposerFields, focus } from './composer-fields.tsx'
import { ComposerFoot } from './composer-foot.tsx'
import { controlIds, wrongFieldsOf } from './entry-editor.tsx'
import { UploadFailure } from './entry-files.tsx'
import { dropHandlers } from './file-doors.tsx'
import { PhonePreview } from './phone-preview.tsx'
import type { PropertyFieldsProps } from './property-fields.tsx'
import { type ComposerState, useComposer } from './use-composer.ts'

const t = withCopy(entriesCopy)

interface ComposerProps {
  /** The collection that it begins with; without one, it is proposed. */
  collection?: CollectionName
  /** Whether the collection cannot be changed. */
  isFixed?: boolean
  /** What the sheet begins with, each time that it is a new object. */
  start?: PageStart | null
  onPublished: OnPublished
  /** Called with the id of the draft on the server, or null. */
  onDraft?: (id: string | null) => void
  /** Properties of a new entry until others are chosen. */
  initial?: Properties
  /** Shown beside the sheet: another way to set properties. */
  sideColumn?: (form: Pick<PropertyFieldsProps, 'properties' | 'onChange'>) => ReactNode
}

/** Publishes entries: one, or one for each chosen file. A line at first, it opens to a sheet. */
export function Composer(props: ComposerProps) {
  const { collection, isFixed = false, onPublished, initial = {} } = props
  const idPrefix = useId()
  const { title } = controlIds(idPrefix)
  const onAllPublished = (entries: readonly Entry[], published: CollectionName) => {
    if (entries.some(({ queued }) => queued)) focus(title)
    onPublished(entries, published, () => focus(title))
  }
  const isPerson = collection === 'people'
  const form = useComposer({
    name: collection ?? 'any',
    collection: collection ?? 'notices',
    chosen: isPerson ? undefined : collection ? ['collection'] : [],
    onPublished: onAllPublished,
    initial,
  })
  return form && <OpenComposer {...props} {...{ form, idPrefix, isFixed }} />
}

/** The controls that links to the composer lead to, by their fragments. */
const startSelectors: ReadonlyMap<string, string> = new Map([
  ['#title', '.compose__title textarea'],
  ['#paper', '.paperfield button'],
  ['#file', 'input[type=file]'],
])

interface OpenComposerProps extends ComposerProps {
  form: ComposerState
  idPrefix: string
  isFixed: boolean
}

function OpenComposer(props: OpenComposerProps) {
  const { isFixed, start = null, onDraft, sideColumn, form, idPrefix } = props
  const { collection, main, view, isRunning, isOne } = form
  const ids = controlIds(idPrefix)
  const textPrefix = prefixOf(form)
  const draft = view.entry?.status ? view.entry : null
  const draftId = draft?._id ?? null
  useEffect(() => onDraft?.(draftId), [onDraft, draftId])
  const [isBegun, setBegun] = useState(false)
  const isOpen = isFixed || isBegun || !main.isEmpty() || form.paper.paper.pages.length > 0
  const box = useRef<HTMLFormElement>(null)
  const open = () => {
    setBegun(true)
    focus(ids.title)
  }
  useStartOf(box, open)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another entry begins
  useEffect(() => setBegun(false), [main.key])
  const notStarted = useStart(start, {
    begin: form.start,
    onBegun: () => {
      setBegun(true)
      requestAnimationFrame(() => focus(ids.body))
    },
  })
  // A single title is the first field; several titles are beside their files.
  const idOfTitle = ({ key }: EntrySession) => (isOne ? ids.title : `${ids.title}-${key}`)
  const wrongFields = [
    ...wrongTitlesIn(form, idOfTitle),
    ...wrongFieldsOf(collection, idPrefix, form.errors.shared),
  ]
  const { properties } = view.values
  const sheet = (
    <form
      className={isOpen ? 'compose__card' : 'compose__card compose__card--line'}
      aria-label={t(`${textPrefix}.add`)}
      noValidate
      ref={box}
      onSubmit={form.submit}
      onKeyDownCapture={submitOnCtrlEnter}
      {...dropHandlers(isRunning ? null : form.choose)}
    >
      <Problems
        {...{ form, textPrefix, wrongFields }}
        notStarted={main.isEmpty() ? null : notStarted}
      />
      <ComposerFields {...{ form, idPrefix, isFixed, idOfTitle }} onOpen={isOpen ? null : open} />
      {isOpen && (
        <ComposerFoot
          {...{ form, textPrefix }}
          onDiscarded={() => {
            requestAnimationFrame(() => focus(ids.title))
          }}
        />
      )}
    </form>
  )
  const onChange = (part: Properties) =>
    form.edit({ properties: { ...properties, ...textOfProperties(part) } })
  const side = sideColumn?.({ properties, onChange })
  return (
    // The same element while it is a line: the focused field stays where it is.
    <div className={isOpen ? 'compose' : undefined}>
      {sheet}
      {side ??
        (isOpen && (
          <PhonePreview collection={collection} view={view}>
            {draftId && !isRunning && (
              <PreviewButton
                params={{ collection, id: draftId }}
                title={view.values.title || t('draft.untitled')}
              />
            )}
          </PhonePreview>
        ))}
    </div>
  )
}

/** Returns the wrong titles of several entries. The title of a single one is among its fields. */
function wrongTitlesIn(
  { entries, errors, isOne }: ComposerState,
  idOfTitle: (session: EntrySession) => string,
): WrongField[] {
  if (isOne) return []
  return entries.flatMap((session) => {
    const text = errors.titles[session.key]
    const [one] = session.view().files
    if (!text) return []
    return [{ id: idOfTitle(session), text: one?.file ? `${one.file.name}: ${text}` : text }]
  })
}

interface ProblemsProps {
  form: ComposerState
  textPrefix: EntryPrefix
  wrongFields: readonly WrongField[]
  /** The title of a page that was not started. */
  notStarted: string | null
}

/** Why entries were not published, or a page was not started. */
function Problems({ form, textPrefix, wrongFields, notStarted }: ProblemsProps) {
  const { main, entries, isRunning, isOne } = form
  const views = entries.map((session) => session.view())
  return (
    <>
      {!isRunning && (
        <ErrorSummary fields={wrongFields} attempt={form.failedAttempts}>
          {views.some(({ publishFailed }) => publishFailed) && (
            <UploadFailure
              summary={`${textPrefix}.createFailed`}
              views={views}
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
    </>
  )
}

/** Begins with what is asked for. Returns the title of what was not begun, because something is typed. */
function useStart(
  start: PageStart | null,
  { begin, onBegun }: { begin: (start: PageStart) => boolean; onBegun: () => void },
): string | null {
  const [notStarted, setNotStarted] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new start begins another entry
  useEffect(() => {
    if (!start) return
    const isStarted = begin(start)
    setNotStarted(isStarted ? null : start.title)
    if (isStarted) onBegun()
  }, [start])
  return notStarted
}

/** Puts the focus on the control that a link leads to. */
function useStartOf(box: RefObject<HTMLElement | null>, open: () => void): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that a link is followed, not when the sheet changes
  useEffect(() => {
    const selector = startSelectors.get(hash)
    if (!selector) return
    // After the frame of the dashboard has moved the focus to the new screen.
    requestAnimationFrame(() => {
      open()
      box.current?.querySelector<HTMLElement>(selector)?.focus()
    })
  }, [hash, key])
}

/** Prefix of the texts about what is written: a gallery takes videos beside photos. */
function prefixOf({ collection, view }: ComposerState): EntryPrefix {
  const isVideo = collections[collection].takesVideo && view.values.videoLink !== ''
  return isVideo ? 'video' : collectionScreens[collection].textPrefix
}

/** Offers what another device has written, after a conflict. */
function FormConflict({ session }: { session: EntrySession }) {
  const reload = useMutation({ mutationFn: session.reload })
  const { state, error } = session.view()
  // An entry that was deleted elsewhere is published as a new one.
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
