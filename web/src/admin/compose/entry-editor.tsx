import { MAX_BODY_LENGTH } from '@bidyaloy/shared/collections/entry'
import {
  type CollectionName,
  type CollectionRow,
  collections,
  hasPapers,
  takes,
} from '@bidyaloy/shared/collections/registry'
import { composeCopy } from '@bidyaloy/shared/copy/compose-copy'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { startOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import { isDay } from '@bidyaloy/shared/lib/bengali/days'
import type { ReactNode, RefObject } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { blurPath } from '../components/screen-links.ts'
import { PadButton } from '../entries/pad-dialog.tsx'
import { type Properties, propertyFields, textOfProperties } from '../entries/properties.ts'
import type { WrongField } from '../form/error-summary.tsx'
import { RichTextField } from '../form/rich-text/rich-text-field.tsx'
import type { PaperDraft } from '../papers/paper-draft.ts'
import { PAPER_ID, PaperField } from '../papers/paper-field.tsx'
import { type Attachment, chosenIn } from '../session/attachments.ts'
import type { EntryValues } from '../session/entry-values.ts'
import { withCopy } from '../t.ts'
import { Chips } from './chips.tsx'
import { ConsentHint } from './consent-field.tsx'
import { TitleField } from './entry-fields.tsx'
import { picturesOf, sheetOf } from './entry-sheets.tsx'
import { FileDoors } from './file-doors.tsx'
import { idOfProperty, UpFrontFields } from './property-fields.tsx'
import { idOfTiming, TIMING_FIELDS } from './timing-fields.tsx'
import { VideoLinkField } from './video-link-field.tsx'
import './compose.css'

const t = withCopy(composeCopy, entriesCopy)

/** The chosen and stored files of an entry, and what can be done with them. */
interface EditorFiles {
  list: readonly Attachment[]
  /** How they are shown, below the ways to a file. */
  shown: ReactNode
  onChosen: (files: readonly File[]) => void
  paper: PaperDraft
  /** Takes files out, by their ids, and adds others. */
  onPaper: (removed: readonly string[], added: readonly File[]) => void
}

interface EntryEditorProps {
  collection: CollectionName
  /** Prefix of the controls' ids, see `controlIds`. */
  idPrefix: string
  values: EntryValues
  files: EditorFiles
  /** By the API's field names; `paper` is of the form. */
  errors: Readonly<Record<string, string | undefined>>
  readOnly: boolean
  onEdit: (part: Partial<EntryValues>) => void
  /** Opens a sheet of which only the first line is shown; null if all of it is. */
  onOpen?: (() => void) | null
  /** Whether it is one entry. Several new ones have their titles beside their files. */
  isOne?: boolean
  /** Whether it exists, and is changed in a dialog. */
  editing?: boolean
  /** Of the entry, once the server has it. */
  entryId?: string | undefined
  /** Whether its text and files are known; without them, the other fields can be changed. */
  isComplete?: boolean
  titleInput?: RefObject<HTMLTextAreaElement | null>
  /** Shown below the title. */
  titleOffer?: ReactNode
  /** Shown between title and text. */
  beginning?: ReactNode
  /** Shown above the line of values. */
  kindLine?: ReactNode
}

/** Ids of the editor's controls. */
export const controlIds = (idPrefix: string) => ({
  title: `${idPrefix}-title`,
  body: `${idPrefix}-body`,
  file: `${idPrefix}-file`,
  link: `${idPrefix}-link`,
  collection: `${idPrefix}-collection`,
})

/** Returns the invalid fields of an editor in their order on the screen. */
export function wrongFieldsOf(
  collection: CollectionName,
  idPrefix: string,
  errors: EntryEditorProps['errors'],
): WrongField[] {
  const { title, body, file, link, collection: kind } = controlIds(idPrefix)
  const idOf = {
    title,
    paper: PAPER_ID,
    ...(!errors.paper && { file, files: file }),
    body,
    videoLink: link,
    collection: kind,
    ...Object.fromEntries(
      propertyFields(collection).map((name) => [name, idOfProperty(idPrefix, name)]),
    ),
    ...Object.fromEntries(TIMING_FIELDS.map((name) => [name, idOfTiming(idPrefix, name)])),
  }
  return Object.entries(idOf).flatMap(([name, id]) => {
    const text = errors[name]
    return text ? [{ id, text }] : []
  })
}

/** The sheet of an entry, new or published. What differs comes from the collection's row. */
export function EntryEditor(props: EntryEditorProps) {
  const { collection, idPrefix, values, files, errors, readOnly, onEdit } = props
  const { onOpen = null, isOne = true, isComplete = true } = props
  const { takesVideo }: CollectionRow = collections[collection]
  const ids = controlIds(idPrefix)
  const isVideo = takesVideo && files.list.length === 0 && values.videoLink !== ''
  const propertyProps = {
    ...{ collection, idPrefix, errors, readOnly, properties: values.properties },
    title: isOne ? values.title : '',
    onChange: (part: Properties) =>
      onEdit({ properties: { ...values.properties, ...textOfProperties(part) } }),
  }
  return (
    <>
      <div className="compose__top">
        {isOne && (
          // biome-ignore lint/a11y/noStaticElementInteractions: a click into the field; keys open it too
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above
          <div className="compose__title" onClick={onOpen ?? undefined}>
            <TitleField
              collection={collection}
              id={ids.title}
              error={errors.title}
              readOnly={readOnly}
              value={values.title}
              placeholder={onOpen ? t('compose.ask') : undefined}
              onChange={(title) => onEdit({ title })}
              {...(props.titleInput && { ref: props.titleInput })}
            />
            {props.titleOffer}
          </div>
        )}
        {isComplete && !isVideo && (
          <FileDoors
            id={ids.file}
            collection={collection}
            disabled={readOnly}
            error={errors.paper ? undefined : (errors.file ?? errors.files)}
            onFiles={files.onChosen}
          >
            {hasPapers(collection) && (
              <PaperField
                draft={files.paper}
                chosen={chosenIn(files.list)}
                disabled={readOnly}
                error={errors.paper}
                onFiles={files.onPaper}
              />
            )}
          </FileDoors>
        )}
        {!onOpen && isComplete && files.shown}
        {onOpen && (
          <Button look="primary" onClick={onOpen}>
            {t('compose.write')}
          </Button>
        )}
      </div>
      {!onOpen && (
        <>
          <div className="compose__sec stack stack--3">
            {props.beginning}
            <UpFrontFields {...propertyProps} />
            {isComplete && <TextAndVideo {...props} />}
          </div>
          {props.kindLine}
          <Chips
            {...propertyProps}
            timing={values.timing}
            editing={props.editing}
            onTiming={(part) => onEdit({ timing: { ...values.timing, ...part } })}
          />
          {takes(collection, 'consent') && files.list.length > 0 && (
            <div className="compose__sec">
              <ConsentHint consent={values.properties.consent} />
            </div>
          )}
          {props.entryId !== undefined && hasStoredPhoto(collection, files.list) && (
            <p className="compose__sec">
              <Link to={blurPath(collection, props.entryId)}>{t('row.blur')}</Link>
            </p>
          )}
          {collection === 'notices' && values.body.trim() !== '' && (
            <p className="compose__pad">
              <PadButton small look="quiet" read={async () => padTextOf(values, files.list)} />
            </p>
          )}
        </>
      )}
    </>
  )
}

/** Whether the server has a photo of it; those of notices and downloads are of papers. */
function hasStoredPhoto(collection: CollectionName, files: readonly Attachment[]): boolean {
  const isOfPapers = collection === 'notices' || collection === 'downloads'
  return !isOfPapers && files.some(({ stored }) => stored?.width !== undefined)
}

/** Returns what the school's paper says of a notice that is being written. */
const padTextOf = (
  { title, body, properties, timing: { date } }: EntryValues,
  files: readonly Attachment[],
) => ({
  title,
  body,
  memo: properties['fields.memo'] ?? '',
  date: (isDay(date) ? startOfDay(date) : new Date()).toISOString(),
  files: files.map(({ stored }) => stored ?? undefined),
})

/** The text of an entry, and the link of its video. */
function TextAndVideo(props: EntryEditorProps) {
  const { collection, idPrefix, values, files, errors, readOnly, onEdit } = props
  const { takesBody, takesVideo }: CollectionRow = collections[collection]
  const ids = controlIds(idPrefix)
  return (
    <>
      {props.isOne !== false && takesBody && (
        <RichTextField
          id={ids.body}
          label={<span className="vh">{t('body.label')}</span>}
          hint={t('body.hint')}
          error={errors.body}
          text={values.body}
          max={MAX_BODY_LENGTH}
          readOnly={readOnly}
          isLow={files.list.length > 0 && values.body === ''}
          pictures={{
            list: picturesOf(files.list.map(sheetOf)),
            onAdd: () => document.getElementById(ids.file)?.click(),
          }}
          onText={(body) => onEdit({ body })}
        />
      )}
      {takesVideo && files.list.length === 0 && (
        <VideoLinkField
          id={ids.link}
          error={errors.videoLink}
          readOnly={readOnly}
          value={values.videoLink}
          onChange={(videoLink) => onEdit({ videoLink })}
        />
      )}
    </>
  )
}
