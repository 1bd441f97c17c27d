import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { papersCopy } from '@bidyaloy/shared/copy/papers-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { COVERED } from '@bidyaloy/shared/lib/ocr/shown-text'
import {
  type EntryText,
  type EntryTextChange,
  MAX_PAGE_TEXT,
} from '@bidyaloy/shared/papers/entry-text'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useId, useMemo, useRef, useState } from 'react'
import { countDoubts, type MarkedWord, markWords, nextOpen } from '../../lib/ocr/marked-words.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useWriteApi } from '../api/use-write-api.ts'
import { ChangeFailure } from '../components/change-failure.tsx'
import { ConfirmDialog } from '../components/dialogs.tsx'
import { useUnsavedWork } from '../components/unsaved-work.tsx'
import { textKey } from '../entries/entry-text-query.ts'
import { BengaliTextArea } from '../form/fields.tsx'
import { withCopy } from '../t.ts'
import { OfficePieces } from './office-pieces.tsx'
import { packPieces, piecesOf, unpackPieces } from './pieces.ts'
import { usePageDraft } from './use-page-draft.ts'
import { type PaperPicture, WordCheck } from './word-check.tsx'

const t = withCopy(papersCopy)

type PageText = EntryText['pages'][number]

interface PageEditorProps {
  params: { collection: CollectionName; id: string }
  place: Pick<PageText, 'file' | 'page'>
  /** What is known of the page; absent if nothing was found. */
  page: PageText | undefined
  /** When more pages of the paper are going to be read; false if all are. */
  pending: 'soon' | 'night' | false
  /** Null where the file has none. */
  picture: PaperPicture | null
  /** Shown beside the text, or above it where there is no picture. */
  children: ReactNode
}

type Written = Pick<EntryTextChange['pages'][number], 'text' | 'lines'>
type Task = { kind: 'write'; written: Written } | { kind: 'read' }

/** The text of one page, by word or as a whole, and what can be done with it. */
export function PageEditor(props: PageEditorProps) {
  const { params, place, page, pending, picture, children } = props
  const formId = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const at = useRef(-1)
  const [isWhole, setWhole] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const pieces = piecesOf(page)
  const saved = pieces ? packPieces(pieces) : (page?.text ?? '')
  const kind = pieces ? 'lines' : 'text'
  const name = `${kind}:${params.collection}:${params.id}:${place.file}:${place.page}`
  const { text, checked, isTyped, restored, change, forget } = usePageDraft(name, saved)
  useUnsavedWork(isTyped, 'admin.unsaved.draft')
  const read = page?.source === 'read' ? page.lines : undefined
  const lines = useMemo(() => markWords(text, read ?? [], checked), [text, read, checked])
  const words = lines.flat()
  const doubts = read ? countDoubts(read) : 0
  const open = words.filter(({ doubt, isChecked }) => doubt !== null && !isChecked).length
  const byWord = doubts > 0 && !isWhole

  const written = pieces ? { text: '', lines: unpackPieces(text) ?? pieces } : { text }
  const { work, save, readAgain, hide } = useTextWork({ ...props, written, open, forget })
  const selectNext = () => {
    const next = nextOpen(words, at.current)
    if (!next) return
    at.current = next.place ?? -1
    selectWord(area, next)
  }
  return (
    <>
      <div className={picture ? 'sidebyside' : 'stack'}>
        {children}
        <section className="stack papertext__text" aria-labelledby={`${formId}-head`}>
          <h2 id={`${formId}-head`}>
            {t(page?.source === 'read' ? 'paperText.found' : 'paperText.text')}
          </h2>
          <div className="row row--between">
            <PageState {...{ page, pending, open }} done={doubts - open} />
            {doubts > 0 && (
              <Button small icon={isWhole ? 'list' : 'edit'} onClick={() => setWhole(!isWhole)}>
                {t(isWhole ? 'paperText.byWord' : 'paperText.wholeText')}
              </Button>
            )}
          </div>
          <PageNotes {...{ saved, restored, forget }} />
          {isWhole && open > 0 && (
            <div className="row">
              <Button small icon="right" onClick={selectNext}>
                {t('paperText.nextUnsure')}
              </Button>
            </div>
          )}
          {byWord && picture && (
            <WordCheck {...{ text, lines, checked, picture }} onChange={change} />
          )}
          <form
            id={formId}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              save()
            }}
          >
            {written.lines && (
              <OfficePieces
                lines={written.lines}
                readOnly={work.isPending}
                onChange={(lines) => change({ text: packPieces(lines) })}
              />
            )}
            {!byWord && !written.lines && (
              <BengaliTextArea
                label={t('paperText.text')}
                hint={t('paperText.text.hint')}
                ref={area}
                rows={16}
                lang="bn"
                maxLength={MAX_PAGE_TEXT}
                value={text}
                readOnly={work.isPending}
                onChange={({ target }) => change({ text: target.value })}
              />
            )}
          </form>
          <ChangeFailure change={work} text={t('paperText.failed')} />
        </section>
      </div>
      <div className="savebar row">
        {/* An empty text would hide what is still going to be read. */}
        {(saved !== '' || text.trim() !== '') && (
          <Button look="primary" icon="check" type="submit" form={formId} busy={work.isPending}>
            {t('paperText.save')}
          </Button>
        )}
        {(page || pending !== 'soon') && (
          <Button
            icon="retry"
            onClick={() => (page?.source === 'hand' || isTyped ? setAsking(true) : readAgain())}
          >
            {t(!page && pending === 'night' ? 'paperText.readNow' : 'paperText.readAgain')}
          </Button>
        )}
        {saved !== '' && (
          <Button look="quiet" onClick={hide}>
            {t('paperText.hide')}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('paperText.readAgain.title')}
          yes={{ icon: 'retry', label: t('paperText.readAgain') }}
          onYes={() => {
            setAsking(false)
            readAgain()
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('paperText.readAgain.confirm')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface PageNotesProps {
  saved: string
  restored: boolean
  forget: () => void
}

/** Says what was covered on the paper, and that typed text was restored. */
function PageNotes({ saved, restored, forget }: PageNotesProps) {
  return (
    <>
      {saved.includes(COVERED) && (
        <Alert tone="warn">{t('paperText.covered', { mark: COVERED })}</Alert>
      )}
      {restored && (
        <Alert tone="ok">
          {t('paperText.restored')}{' '}
          <Button small look="quiet" onClick={forget}>
            {t('paperText.discard')}
          </Button>
        </Alert>
      )}
    </>
  )
}

interface PageWorkOptions extends Pick<PageEditorProps, 'params' | 'place' | 'page'> {
  written: Written
  /** Number of words that nobody has checked. */
  open: number
  /** Forgets what is typed. */
  forget: () => void
}

/** Saves the text of a page, has it read again, or hides it. */
function useTextWork({ params, place, page, written, open, forget }: PageWorkOptions) {
  const { api, notifySaved } = useWriteApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const work = useMutation({
    mutationFn: (task: Task) =>
      task.kind === 'write'
        ? api.updateEntryText({ params, body: { pages: [{ ...place, ...task.written }] } })
        : api.readEntryAgain({ params, body: { pages: [place] } }),
    onSuccess: (found) => {
      forget()
      queryClient.setQueryData(textKey(params), found)
    },
  })
  const save = () =>
    work.mutate(
      { kind: 'write', written },
      {
        onSuccess: () => {
          const n = formatNumber(open)
          const told = open > 0 ? t('paperText.savedOpen', { n }) : t('paperText.saved')
          notifySaved({ text: told, records: [params.id] })
        },
      },
    )
  const readAgain = () => {
    work.mutate(
      { kind: 'read' },
      { onSuccess: () => toasts.show({ tone: 'ok', text: t('paperText.reading') }) },
    )
  }
  const hide = () => {
    const undo = (): Task =>
      page?.source === 'hand'
        ? { kind: 'write', written: { text: page.text, lines: piecesOf(page) } }
        : { kind: 'read' }
    work.mutate(
      { kind: 'write', written: { text: '' } },
      {
        onSuccess: () =>
          notifySaved({
            text: t('paperText.hidden'),
            records: [params.id],
            action: { label: t('toast.undo'), icon: 'undo', run: () => work.mutate(undo()) },
          }),
      },
    )
  }
  return { work, save, readAgain, hide }
}

function selectWord({ current }: RefObject<HTMLTextAreaElement | null>, word: MarkedWord): void {
  if (!current) return
  // The selection scrolls into view where the field gets the focus.
  current.blur()
  current.setSelectionRange(word.start, word.start + word.text.length)
  current.focus()
}

interface PageStateProps extends Pick<PageEditorProps, 'page' | 'pending'> {
  open: number
  done: number
}

/** Where the text comes from, and what is left to be compared. */
function PageState({ page, pending, open, done }: PageStateProps) {
  const { tone, icon, text, hint } = stateOf({ page, pending, open, done })
  return (
    <div role="status">
      <p className={`badge badge--${tone}`}>
        {icon ? <Icon name={icon} /> : <span className="spin" aria-hidden="true" />} {text}
      </p>
      {hint && <p className="muted">{hint}</p>}
    </div>
  )
}

interface State {
  tone: 'ok' | 'warn' | 'brand'
  icon: IconName | null
  text: string
  hint?: string
}

function stateOf({ page, pending, open, done }: PageStateProps): State {
  if (!page && pending === 'night') {
    const hint = t('paperText.night.hint', { button: t('paperText.readNow') })
    return { tone: 'brand', icon: 'clock', text: t('paperText.state.night'), hint }
  }
  if (!page && pending) {
    const hint = t('paperText.pending.hint')
    return { tone: 'brand', icon: null, text: t('paperText.state.pending'), hint }
  }
  if (!page) {
    const hint = t('paperText.missing.hint')
    return { tone: 'warn', icon: 'warn', text: t('paperText.state.missing'), hint }
  }
  if (page.source === 'hand' && page.text === '')
    return { tone: 'warn', icon: 'warn', text: t('paperText.state.hidden') }
  if (page.source !== 'read')
    return { tone: 'ok', icon: 'check', text: t(`paperText.state.${page.source}`) }
  if (open > 0) {
    const count = { n: formatNumber(open), done: formatNumber(done) }
    return { tone: 'warn', icon: 'warn', text: t('paperText.state.open', count) }
  }
  return { tone: 'ok', icon: 'check', text: t(`paperText.state.${done > 0 ? 'done' : 'sure'}`) }
}
