import type { EntryFile } from '@bidyaloy/shared/collections/entry'
import {
  type CollectionName,
  collections,
  type NamedCollection,
} from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { Photo } from '../../collections/photo.tsx'
import { useDragOrder } from '../../lib/use-drag-order.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RowButtons, useEditableList } from '../form/editable-list.tsx'
import { RadioPicks } from '../form/radio-picks.tsx'
import type { TextPicture } from '../form/rich-text/dialogs.tsx'
import type { Attachment } from '../session/attachments.ts'
import { withCopy } from '../t.ts'
import { pickerAccept } from '../uploads/accepted-files.ts'
import { FileThumbnail } from '../uploads/chosen-file.tsx'
import { FileButton } from '../uploads/file-button.tsx'
import { titleOfFile } from '../uploads/prepare-file.ts'
import { FileNote } from './entry-files.tsx'
import '../../styles/drag-order.css'

const t = withCopy(entriesCopy)

/** A file of an entry: stored, or chosen and not yet sent. */
export interface Sheet {
  readonly id: string
  readonly file: File | EntryFile
}

/** A chosen file is shown as it is in the browser, without waiting for the server. */
export function sheetOf({ id, file, stored }: Attachment): Sheet {
  const shown = file ?? stored
  if (!shown) throw new Error('An attachment is chosen or stored')
  return { id, file: shown }
}

const nameOf = ({ file }: Sheet) => (file instanceof File ? file.name : file.fileName)

/** Returns the pictures among the sheets, for the text. */
export function picturesOf(sheets: readonly Sheet[]): TextPicture[] {
  return sheets.flatMap((sheet, index) => {
    const { id, file } = sheet
    if (!(file instanceof File ? file.type : file.mimeType).startsWith('image/')) return []
    const name = nameOf(sheet)
    const caption = titleOfFile({ name })
    return { number: index + 1, name, caption, image: <SheetThumbnail key={id} file={file} /> }
  })
}

/** Returns the files that are not among the sheets yet. */
export function withoutChosen(files: readonly File[], sheets: readonly Sheet[]): File[] {
  const isChosen = ({ name, size, lastModified }: File) =>
    sheets.some(
      ({ file }) =>
        file instanceof File &&
        file.name === name &&
        file.size === size &&
        file.lastModified === lastModified,
    )
  return files.filter((file) => !isChosen(file))
}

/** The picture of a file or its first page, else an icon. */
export function SheetThumbnail({ file }: Pick<Sheet, 'file'>) {
  if (file instanceof File) return <FileThumbnail file={file} />
  const isImage = file.mimeType.startsWith('image/')
  const picture = isImage ? file : file.pages?.[0]
  if (!picture) return <Icon name="file" />
  return (
    <Photo
      className="filethumb"
      picture={{ filePath: file.filePath, ...picture }}
      sizes="(min-width: 40rem) 14rem, 4.5rem"
    />
  )
}

interface TogetherChoiceProps {
  textPrefix: NamedCollection
  together: boolean
  disabled: boolean
  /** Whether a text was typed, which separate entries would not have. */
  hasText: boolean
  onChange: (together: boolean) => void
}

/** Whether several files make one entry or one entry each. */
export function TogetherChoice({
  textPrefix,
  together,
  disabled,
  hasText,
  onChange,
}: TogetherChoiceProps) {
  return (
    <RadioPicks
      legend={t('sheets.ask')}
      options={[
        { value: true, label: t(`${textPrefix}.together`) },
        { value: false, label: t('sheets.separate') },
      ]}
      value={together}
      onChange={onChange}
      disabled={disabled}
    >
      {hasText && !together && <p className="hint">{t('sheets.textAlone')}</p>}
    </RadioPicks>
  )
}

interface EntrySheetsProps<S extends Sheet> {
  collection: CollectionName
  sheets: readonly S[]
  readOnly: boolean
  /** Receives the sheets in another order, or without a removed one. */
  onArrange: (sheets: readonly S[]) => void
  onReplace: (sheet: S, file: File) => void
}

/** The files of one entry in order: each can be moved, replaced and removed. */
export function EntrySheets<S extends Sheet>({
  collection,
  sheets,
  readOnly,
  onArrange,
  onReplace,
}: EntrySheetsProps<S>) {
  const isAlbum = collection === 'albums'
  const thing = t(isAlbum ? 'sheets.photo' : 'sheets.page')
  const numberOf = (index: number) => toBengaliDigits(index + 1)
  const list = useEditableList<S, HTMLDivElement>({
    rows: sheets,
    onChange: onArrange,
    rowSelector: (index) => `.sheets > li:nth-child(${index + 1})`,
    removedText: (sheet) => t('sheets.removed', { name: nameOf(sheet) }),
    movedText: (index) => t('sheets.moved', { thing, n: numberOf(index) }),
  })
  const isDragged = sheets.length > 1 && !readOnly
  const drag = useDragOrder(!isDragged, list.act)
  return (
    <div className="stack" ref={list.box} tabIndex={-1}>
      {isDragged && <p className="hint">{t('sheets.drag.hint')}</p>}
      <ol className="sheets" aria-label={t(isAlbum ? 'sheets.list.photos' : 'sheets.list')}>
        {sheets.map((sheet, index) => {
          const { id, file } = sheet
          const n = numberOf(index)
          return (
            <li key={id} {...drag.rowOf(index)}>
              <SheetThumbnail file={file} />
              {isDragged && <span title={t('sheets.drag')} {...drag.gripOf(index)} />}
              <span className="sheets__name">
                <b>
                  <span className="sheets__n" aria-hidden="true">
                    {n}
                  </span>{' '}
                  {t('sheets.nth', { thing, n })}
                </b>
                {isAlbum && index === 0 && (
                  <span className="badge badge--brand">{t('sheets.cover')}</span>
                )}
                <span className="muted">{nameOf(sheet)}</span>
              </span>
              <span className="sheets__acts">
                {isAlbum && index > 0 && (
                  <Button small disabled={readOnly} onClick={() => list.act(index, 0)}>
                    {t('sheets.makeCover')}
                    <span className="vh">: {t('sheets.nth', { thing, n })}</span>
                  </Button>
                )}
                <RowButtons
                  texts={{
                    up: t('sheets.up', { thing, n }),
                    down: t('sheets.down', { thing, n }),
                    remove: t('sheets.remove', { thing, n }),
                  }}
                  isFirst={index === 0}
                  isLast={index === sheets.length - 1}
                  readOnly={readOnly}
                  onTask={(task) => list.act(index, task)}
                />
                <FileButton
                  small
                  icon="upload"
                  accept={pickerAccept(collections[collection])}
                  disabled={readOnly}
                  onFile={(chosen) => onReplace(sheet, chosen)}
                >
                  <span>
                    <span className="vh">{t('sheets.nth', { thing, n })} </span>
                    {t('sheets.replace')}
                  </span>
                </FileButton>
              </span>
              {file instanceof File && <FileNote collection={collection} file={file} />}
            </li>
          )
        })}
      </ol>
      <div className="row" role="status">
        {list.undoable && !readOnly && (
          <>
            <span>{list.undoable.message}</span>
            <Button small icon="undo" onClick={list.undo}>
              {t('toast.undo')}
            </Button>
          </>
        )}
        <span className="vh">{list.announcement}</span>
      </div>
    </div>
  )
}
