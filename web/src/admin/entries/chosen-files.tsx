import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { Button } from '../../ui/button.tsx'
import { withCopy } from '../t.ts'
import { ChosenFile, useIsStalled } from '../uploads/chosen-file.tsx'
import type { Upload } from '../uploads/upload-queue.ts'
import {
  FileNote,
  progressOf,
  UploadRows,
  UploadSummary,
  type UploadTitlesProps,
} from './entry-files.tsx'
import { EntrySheets } from './entry-sheets.tsx'
import type { DraftPhase, ServerDraft } from './server-draft.ts'
import type { EntryFormState } from './use-entry-form.ts'

const t = withCopy(entriesCopy)

interface ChosenFilesProps extends Pick<UploadTitlesProps, 'idOfTitle'> {
  collection: CollectionName
  form: EntryFormState
  onRemove: (id: string) => void
}

/** The chosen files: the sheets of one entry, its only file, or one row for each new entry. */
export function ChosenFiles({ collection, form, idOfTitle, onRemove }: ChosenFilesProps) {
  const { uploads, errors, isRunning } = form
  if (form.together) {
    const waiting = form.sheets.filter(({ phase }) => phase !== 'done')
    return (
      <EntrySheets
        collection={collection}
        sheets={waiting}
        {...(form.isBegun && { sent: form.sheets.length - waiting.length })}
        readOnly={isRunning}
        progress={null}
        onArrange={form.arrange}
        onReplace={form.replace}
        onStop={form.stopCurrent}
      />
    )
  }
  if (form.isOne) {
    return uploads.map((upload) => (
      <SingleFile
        key={upload.id}
        collection={collection}
        upload={upload}
        isRefused={errors.files[upload.id] !== undefined}
        onRemove={() => onRemove(upload.id)}
        onStop={form.stopCurrent}
      />
    ))
  }
  const titles = { uploads, idOfTitle, isRunning, onRetitle: form.retitle }
  return (
    <>
      <UploadSummary uploads={uploads} />
      <TitleForAll {...titles} />
      <UploadRows
        {...titles}
        collection={collection}
        wrongTitles={errors.titles}
        onRemove={onRemove}
        onStop={form.stopCurrent}
      />
    </>
  )
}

interface SingleFileProps {
  collection: CollectionName
  upload: Upload
  /** Whether the form already shows an error of the file. */
  isRefused: boolean
  onRemove: () => void
  onStop: () => void
}

/** A file of an entry, if it has one. */
function SingleFile({ collection, upload, isRefused, onRemove, onStop }: SingleFileProps) {
  const { file } = upload
  if (!file) return null
  return (
    <>
      <ChosenFile file={file} progress={progressOf(upload)} onRemove={onRemove} onCancel={onStop} />
      {!isRefused && <FileNote collection={collection} file={file} />}
    </>
  )
}

/** Copies the first title to the uploads without one, such as photos of one event. */
function TitleForAll({ uploads, idOfTitle, isRunning, onRetitle }: UploadTitlesProps) {
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
          // The button is disabled now; the first copied title takes the focus.
          if (next) document.getElementById(idOfTitle(next))?.focus()
        }}
      >
        {t('upload.titleForAll')}
      </Button>
    </div>
  )
}

/** How much of several uploads has gone, for the bar of the form, which is always in view. */
export function UploadsProgress({ uploads }: { uploads: readonly Upload[] }) {
  const share = uploads.reduce((sum, upload) => sum + shareOf(upload), 0)
  const isStalled = useIsStalled(share)
  const percent = Math.floor((share / uploads.length) * 100)
  const isSending = uploads.some(({ phase, sent, total }) => phase === 'sending' && sent < total)
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
          total: formatNumber(uploads.length),
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

/** Files of one request go on together. */
function shareOf({ phase, sent, total }: Upload): number {
  if (phase === 'done') return 1
  return phase === 'sending' && total > 0 ? sent / total : 0
}

/** Whether the draft of a form is on the server. */
export function DraftStatus({ phase }: { phase: DraftPhase }) {
  return (
    <p className={phase === 'none' ? 'vh' : 'hint'} role="status">
      {phase !== 'none' && t(`draft.${phase}`)}
    </p>
  )
}

interface KeptFilesProps {
  files: ReturnType<ServerDraft['kept']>
  readOnly: boolean
  onRemove: (path: string) => void
}

/** Files that were chosen before a reload, and are part of the draft on the server. */
export function KeptFiles({ files, readOnly, onRemove }: KeptFilesProps) {
  if (files.length === 0) return null
  return (
    <ul className="drafts__list" aria-label={t('draft.files')}>
      {files.map(({ path, name }) => (
        <li key={path}>
          <a href={`/${path}`} target="_blank" rel="noreferrer">
            {name}
          </a>
          <Button
            small
            look="quiet"
            icon="close"
            disabled={readOnly}
            onClick={() => onRemove(path)}
            aria-label={t('draft.files.remove', { name })}
          >
            {t('draft.delete')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
