import { ApiError } from '@bidyaloy/shared/api/api'
import {
  type CollectionName,
  type CollectionRow,
  collections,
} from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { formatTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { failureText } from '../api/failure-text.ts'
import { BengaliTextField } from '../form/fields.tsx'
import type { Attachment } from '../session/attachments.ts'
import type { EntrySession, SessionView } from '../session/entry-session.ts'
import { withCopy } from '../t.ts'
import { pickerAccept } from '../uploads/accepted-files.ts'
import { ChosenFile, useIsStalled } from '../uploads/chosen-file.tsx'
import { FileButton } from '../uploads/file-button.tsx'
import { FileNote, progressOf, UploadSummary } from './entry-files.tsx'
import { EntrySheets, sheetOf } from './entry-sheets.tsx'
import type { ComposerState } from './use-composer.ts'
import { WordText } from './word-text.tsx'

const t = withCopy(entriesCopy)

interface ChosenFilesProps {
  collection: CollectionName
  form: ComposerState
  idOfTitle: (session: EntrySession) => string
  /** Called after a file was removed, which had the focus. */
  onRemoved: () => void
}

/** The files chosen for new entries: those of one entry, or one row for each entry. */
export function ChosenFiles(props: ChosenFilesProps) {
  const { collection, form, onRemoved } = props
  const { list, main, files, isRunning } = form
  if (!form.isOne) return <EntryRows {...props} />
  return (
    <FilesOfEntry
      collection={collection}
      files={files}
      isOrdered={files.length > 1}
      readOnly={isRunning}
      isExplained={form.errors.files[main.key] !== undefined}
      onArrange={(ids) => list.arrange(main, ids)}
      onReplace={(id, file) => list.replace(main, id, file)}
      onText={(text) => {
        const { body } = main.view().values
        main.edit({ body: [body, text].filter(Boolean).join('\n\n') })
      }}
      onRemoved={onRemoved}
      onStop={isRunning ? list.stop : null}
    />
  )
}

interface FilesOfEntryProps {
  collection: CollectionName
  files: readonly Attachment[]
  /** Whether there may be several, in an order. */
  isOrdered: boolean
  readOnly: boolean
  /** Whether an error of the only file is already shown. */
  isExplained: boolean
  /** Receives the ids of those that are left, in their order. */
  onArrange: (ids: readonly string[]) => void
  onReplace: (id: string, file: File) => void
  /** Receives the text of the only file, a Word document. */
  onText?: (text: string) => void
  /** Called after the only file was removed, which had the focus. */
  onRemoved: () => void
  /** Null unless they are on their way. */
  onStop: (() => void) | null
}

/** The files of one entry: its only file, or all in their order. */
export function FilesOfEntry({ collection, files, isOrdered, ...props }: FilesOfEntryProps) {
  const { readOnly, isExplained, onArrange, onReplace, onText, onRemoved, onStop } = props
  if (isOrdered) {
    return (
      <EntrySheets
        collection={collection}
        sheets={files.map(sheetOf)}
        readOnly={readOnly}
        onArrange={(sheets) => onArrange(sheets.map(({ id }) => id))}
        onReplace={({ id }, file) => onReplace(id, file)}
      />
    )
  }
  return files.map((one) => (
    <SingleFile
      key={one.id}
      collection={collection}
      attachment={one}
      isExplained={isExplained}
      onText={readOnly ? undefined : onText}
      onReplace={readOnly ? undefined : (file) => onReplace(one.id, file)}
      onRemove={() => {
        onArrange(files.flatMap(({ id }) => (id === one.id ? [] : id)))
        onRemoved()
      }}
      onStop={onStop}
    />
  ))
}

interface SingleFileProps {
  collection: CollectionName
  attachment: Attachment
  /** Whether the form already shows an error of the file. */
  isExplained: boolean
  onText: ((text: string) => void) | undefined
  onReplace: ((file: File) => void) | undefined
  onRemove: () => void
  /** Null unless the entry is being published. */
  onStop: (() => void) | null
}

function SingleFile({
  collection,
  attachment,
  isExplained,
  onText,
  onReplace,
  onRemove,
  onStop,
}: SingleFileProps) {
  const { file, stored } = attachment
  /** Once it is stored, only the server has it. */
  const [chosen] = useState(file)
  const { takesBody }: CollectionRow = collections[collection]
  const isWord = takesBody && chosen && /\.docx$/i.test(chosen.name)
  const shown = file ?? stored
  if (!shown) return null
  return (
    <>
      <ChosenFile
        file={shown}
        progress={progressOf(attachment)}
        onRemove={onRemove}
        {...(onStop && { onCancel: onStop })}
        action={
          onReplace && (
            <FileButton
              small
              icon="upload"
              accept={pickerAccept(collections[collection])}
              onFile={onReplace}
            >
              <span>
                {t('sheets.replace')}
                <span className="vh">: {'name' in shown ? shown.name : shown.fileName}</span>
              </span>
            </FileButton>
          )
        }
      />
      {!isExplained && <FileNote collection={collection} file={shown} error={attachment.error} />}
      {isWord && onText && <WordText file={chosen} onText={onText} />}
    </>
  )
}

/** One row for each new entry: its file, title and progress. */
function EntryRows({ collection, form, idOfTitle, onRemoved }: ChosenFilesProps) {
  const { list, entries, errors, isRunning } = form
  const views = entries.map((session) => session.view())
  return (
    <>
      <UploadSummary
        total={views.length}
        done={views.filter(({ state }) => state === 'finished').length}
        failed={isRunning ? 0 : views.filter(({ publishFailed }) => publishFailed).length}
      />
      <TitleForAll {...{ entries, isRunning, idOfTitle }} />
      <ul className="uprows">
        {entries.map((session) => {
          const { values, files, state, publishFailed, error } = session.view()
          const [one] = files
          const file = one?.file ?? one?.stored
          if (!one || !file) return null
          const isDone = state === 'finished'
          const remove = () => {
            list.arrange(session, [])
            onRemoved()
          }
          return (
            <li key={session.key}>
              <ChosenFile
                file={file}
                progress={isDone ? null : progressOf(one)}
                message={messageOf(session.view(), isRunning)}
                {...(!isDone && { onRemove: remove })}
                {...(isRunning && { onCancel: session.stop })}
              >
                {isDone ? (
                  <p>{values.title}</p>
                ) : (
                  <BengaliTextField
                    id={idOfTitle(session)}
                    label={
                      <>
                        {t('form.title')}
                        <span className="vh">: {'name' in file ? file.name : file.fileName}</span>
                      </>
                    }
                    error={errors.titles[session.key]}
                    autoComplete="off"
                    required
                    readOnly={isRunning}
                    value={values.title}
                    onChange={({ target }) => session.edit({ title: target.value })}
                  />
                )}
              </ChosenFile>
              {publishFailed && <FieldError text={failureText(error)} />}
              {!publishFailed && !isDone && (
                <FileNote collection={collection} file={file} error={one.error} />
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function messageOf({ state, goal }: SessionView, isRunning: boolean): ReactNode {
  if (state === 'finished') {
    return (
      <span className="updone">
        <Icon name="check" /> {t('upload.done')}
      </span>
    )
  }
  return isRunning && goal === 'draft' ? t('upload.waiting') : null
}

interface TitleForAllProps {
  entries: readonly EntrySession[]
  isRunning: boolean
  idOfTitle: (session: EntrySession) => string
}

/** Copies the first title to the entries without one, such as photos of one event. */
function TitleForAll({ entries, isRunning, idOfTitle }: TitleForAllProps) {
  const titleOf = (session: EntrySession) => session.view().values.title
  const title = entries.map(titleOf).find((one) => one.trim()) ?? ''
  const untitled = entries.filter((session) => !titleOf(session).trim())
  const [next] = untitled
  return (
    <div>
      <Button
        small
        disabled={isRunning || !title || !next}
        onClick={() => {
          for (const session of untitled) session.edit({ title })
          // The button is disabled now; the first copied title takes the focus.
          if (next) document.getElementById(idOfTitle(next))?.focus()
        }}
      >
        {t('upload.titleForAll')}
      </Button>
    </div>
  )
}

/** How much of several files has gone, for the bar of the form, which is always in view. */
export function UploadsProgress({ files }: { files: readonly Attachment[] }) {
  const share = files.reduce((sum, one) => sum + shareOf(one), 0)
  const isStalled = useIsStalled(share)
  const percent = Math.floor((share / files.length) * 100)
  const isSending = files.some(({ phase, sent, total }) => phase === 'sending' && sent < total)
  return (
    <div className="savebar__progress">
      <progress
        className="progress"
        max={100}
        value={percent}
        aria-label={t('form.upload.label', { percent: toBengaliDigits(percent) })}
      />
      <p className="hint">
        {t('upload.progress', {
          total: formatNumber(files.length),
          done: formatNumber(Math.floor(share)),
          percent: toBengaliDigits(percent),
        })}
      </p>
      <p className="hint" role="status">
        {isSending && isStalled && t('form.upload.stalled')}
      </p>
    </div>
  )
}

function shareOf({ phase, sent, total }: Attachment): number {
  if (phase === 'uploaded' || phase === 'stored') return 1
  return total > 0 && phase !== 'preparing' ? sent / total : 0
}

/** Whether the server has what is written. */
type DraftPhase = 'none' | 'saving' | 'saved' | 'offline' | 'failed' | 'elsewhere'

function draftPhaseOf({ state, goal, entry, files, isDue, error }: SessionView): DraftPhase {
  if (state === 'conflict') return 'elsewhere'
  if (goal !== 'draft' || state === 'finished') return 'none'
  if (state === 'unanswered' && error instanceof ApiError && error.status === 0) return 'offline'
  if (state === 'unanswered' || state === 'refused' || state === 'signedOut') return 'failed'
  if (state === 'sending') return 'saving'
  if (entry?.status === undefined) return 'none'
  const isTravelling = files.some((one) => progressOf(one) !== null)
  if (isDue || isTravelling) return 'saving'
  return state === 'clean' ? 'saved' : 'none'
}

/** Whether what is written is on the server, and since when. */
export function DraftStatus({ view }: { view: SessionView | undefined }) {
  const phase = view ? draftPhaseOf(view) : 'none'
  const at = view?.entry?.draft?.at
  return (
    <p className="savebar__state" role="status">
      {phase !== 'none' && (
        <>
          {phase === 'saved' && <Icon name="check" />} {t(`draft.${phase}`)}
          {phase === 'saved' && at && ` ${formatTime(at)}`}
        </>
      )}
    </p>
  )
}
