import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import type { CollectionName, ListedCollection } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { RowButtons, useEditableList } from '../form/editable-list.tsx'
import { withCopy } from '../t.ts'
import { FileThumbnail, UploadProgressBar } from '../uploads/chosen-file.tsx'
import type { Upload } from '../uploads/upload-queue.ts'
import { FileNote, progressOf } from './entry-files.tsx'

const t = withCopy(entriesCopy)

interface TogetherChoiceProps {
  collection: ListedCollection
  together: boolean
  disabled: boolean
  /** Whether a text was typed, which separate entries would not have. */
  hasText: boolean
  onChange: (together: boolean) => void
}

/** Asks whether several files make one entry or one entry each. */
export function TogetherChoice({
  collection,
  together,
  disabled,
  hasText,
  onChange,
}: TogetherChoiceProps) {
  const name = useId()
  return (
    <fieldset className="picks" disabled={disabled}>
      <legend>{t('sheets.ask')}</legend>
      {[true, false].map((value) => (
        <label className="pick" key={String(value)}>
          <input
            type="radio"
            name={name}
            checked={together === value}
            onChange={() => onChange(value)}
          />
          <span>{t(value ? `${collection}.together` : 'sheets.separate')}</span>
        </label>
      ))}
      {hasText && !together && <p className="hint">{t('sheets.textAlone')}</p>}
    </fieldset>
  )
}

interface EntrySheetsProps {
  collection: CollectionName
  uploads: readonly Upload[]
  isRunning: boolean
  onArrange: (uploads: readonly Upload[]) => void
  onStop: () => void
}

/** The files of one entry in order. */
export function EntrySheets({
  collection,
  uploads,
  isRunning,
  onArrange,
  onStop,
}: EntrySheetsProps) {
  const rows = uploads.filter(({ file }) => file !== null)
  const nth = (index: number) => toBengaliDigits(index + 1)
  const list = useEditableList<Upload, HTMLDivElement>({
    rows,
    onChange: onArrange,
    rowSelector: (index) => `.sheets > li:nth-child(${index + 1})`,
    removedText: ({ file }) => t('sheets.removed', { name: file?.name ?? '' }),
    movedText: (index) => t('sheets.moved', { n: nth(index) }),
  })
  const [first] = uploads
  const progress = first && progressOf(first)
  return (
    <div className="stack" ref={list.box} tabIndex={-1}>
      <ol className="sheets" aria-label={t('sheets.list')}>
        {rows.map(({ id, file }, index) => (
          <li key={id}>
            {file && <FileThumbnail file={file} />}
            <span className="sheets__name">
              <b>{t('sheets.nth', { n: nth(index) })}</b>
              <span className="muted">{file?.name}</span>
            </span>
            <span className="sheets__acts">
              <RowButtons
                texts={rowTexts}
                subject={t('sheets.nth', { n: nth(index) })}
                isFirst={index === 0}
                isLast={index === rows.length - 1}
                readOnly={isRunning}
                onTask={(task) => list.act(index, task)}
              />
            </span>
            {file && <FileNote collection={collection} file={file} />}
          </li>
        ))}
      </ol>
      <div className="row" role="status">
        {list.undoable && !isRunning && (
          <>
            <span>{list.undoable.message}</span>
            <Button small icon="undo" onClick={list.undo}>
              {t('toast.undo')}
            </Button>
          </>
        )}
        <span className="vh">{list.announcement}</span>
      </div>
      {progress && (
        <div>
          <UploadProgressBar {...progress} />
          <Button look="quiet" small icon="close" onClick={onStop}>
            {t('form.upload.cancel')}
          </Button>
        </div>
      )}
    </div>
  )
}

const rowTexts = {
  up: t('sheets.up'),
  down: t('sheets.down'),
  remove: t('sheets.remove'),
}
