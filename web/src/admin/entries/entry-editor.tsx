import { MAX_BODY_LENGTH } from '@bidyaloy/shared/collections/entry'
import {
  type CollectionName,
  type CollectionRow,
  collections,
  hasPapers,
  takes,
} from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import type { ReactNode, RefObject } from 'react'
import type { CollectionScreen } from '../components/collection-screen.ts'
import { collectionScreens } from '../components/collection-screens.ts'
import type { WrongField } from '../form/error-summary.tsx'
import { RichTextField } from '../form/rich-text/rich-text-field.tsx'
import type { PaperDraft } from '../papers/paper-draft.ts'
import { PAPER_ID, PaperField } from '../papers/paper-field.tsx'
import { type Attachment, chosenIn } from '../session/attachments.ts'
import type { EntryValues } from '../session/entry-values.ts'
import { withCopy } from '../t.ts'
import { Folded, TitleField } from './entry-fields.tsx'
import { FilesField } from './entry-files.tsx'
import { picturesOf, sheetOf } from './entry-sheets.tsx'
import { type Properties, propertyFields, textOfProperties } from './properties.ts'
import { idOfProperty, OptionalDays, PropertyFields } from './property-fields.tsx'
import { DateField, idOfTiming, OptionalTimingFields, TIMING_FIELDS } from './timing-fields.tsx'
import { VideoLinkField } from './video-link-field.tsx'

const t = withCopy(entriesCopy)

/** The chosen and stored files of an entry, and what can be done with them. */
interface EditorFiles {
  list: readonly Attachment[]
  /** How they are shown, below the field that takes more. */
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
  /** By the API's field names; `together` and `paper` are of the form. */
  errors: Readonly<Record<string, string | undefined>>
  readOnly: boolean
  onEdit: (part: Partial<EntryValues>) => void
  /** Whether it has a link instead of files. */
  isVideo: boolean
  /** Whether it is one entry. Several new ones have their titles beside their files. */
  isOne?: boolean
  /** Whether it exists, and is changed in a dialog. */
  editing?: boolean
  /** Whether its text and files are known; without them, the other fields can be changed. */
  isComplete?: boolean
  titleInput?: RefObject<HTMLInputElement | null>
  /** Shown below the title. */
  titleOffer?: ReactNode
}

/** Ids of the editor's controls. */
export const controlIds = (idPrefix: string) => ({
  title: `${idPrefix}-title`,
  body: `${idPrefix}-body`,
  file: `${idPrefix}-file`,
  link: `${idPrefix}-link`,
  together: `${idPrefix}-together`,
})

/** Returns the invalid fields of an editor in their order on the screen. */
export function wrongFieldsOf(
  collection: CollectionName,
  idPrefix: string,
  errors: EntryEditorProps['errors'],
): WrongField[] {
  const { title, body, file, link, together } = controlIds(idPrefix)
  const idOf = {
    title,
    ...Object.fromEntries(TIMING_FIELDS.map((name) => [name, idOfTiming(idPrefix, name)])),
    ...Object.fromEntries(
      propertyFields(collection).map((name) => [name, idOfProperty(idPrefix, name)]),
    ),
    body,
    together,
    paper: PAPER_ID,
    ...(!errors.paper && { file, files: file }),
    videoLink: link,
  }
  return Object.entries(idOf).flatMap(([name, id]) => {
    const text = errors[name]
    return text ? [{ id, text }] : []
  })
}

/** The fields of an entry, new or published. What differs comes from the collection's row. */
export function EntryEditor(props: EntryEditorProps) {
  const { collection, idPrefix, values, errors, readOnly, onEdit } = props
  const { isVideo, isOne = true, editing = false, isComplete = true } = props
  const { dateUpFront, undated }: CollectionScreen = collectionScreens[collection]
  const { datesRequired }: CollectionRow = collections[collection]
  const isDateUpFront = dateUpFront && !isVideo
  // What makes an event or a person is among the first fields.
  const isUpFront = datesRequired || takes(collection, 'fields')
  // What a visitor chooses by stands beside the text, in the first view of the form.
  const hasSide = !isUpFront && propertyFields(collection).length > 0
  const { timing } = values
  const timingProps = {
    ...{ idPrefix, timing, errors, readOnly, editing },
    onChange: (part: Partial<EntryValues['timing']>) => onEdit({ timing: { ...timing, ...part } }),
  }
  const propertyProps = {
    ...{ collection, idPrefix, errors, readOnly },
    title: isOne ? values.title : '',
    properties: values.properties,
    onChange: (part: Properties) =>
      onEdit({ properties: { ...values.properties, ...textOfProperties(part) } }),
  }
  // Dates that another client has set can be changed here.
  const isTimed = Boolean(timing.publishDay || timing.expiryDay || timing.pinDay)
  const hasDate = isDateUpFront && !hasSide
  return (
    <>
      <div className={hasSide && !editing ? 'entryform' : 'stack'}>
        <div className="stack stack--4">
          {(isOne || hasDate) && (
            <div className={isOne && hasDate ? 'grid2' : 'stack'}>
              {isOne && (
                <div>
                  <TitleField
                    collection={collection}
                    id={controlIds(idPrefix).title}
                    error={errors.title}
                    readOnly={readOnly}
                    value={values.title}
                    onChange={(title) => onEdit({ title })}
                    {...(props.titleInput && { ref: props.titleInput })}
                  />
                  {props.titleOffer}
                </div>
              )}
              {hasDate && <DateField {...timingProps} />}
            </div>
          )}
          {isOne && isUpFront && <PropertyFields {...propertyProps} />}
          {isComplete && <EntryContents {...props} />}
          {!isOne && isUpFront && <PropertyFields {...propertyProps} />}
        </div>
        {hasSide && (
          <div className="stack stack--4 entryform__side">
            <PropertyFields {...propertyProps} />
            {isDateUpFront && <DateField {...timingProps} />}
          </div>
        )}
      </div>
      <div>
        <OptionalDays {...propertyProps} />
        {(!undated || isTimed) && (
          <OptionalTimingFields {...timingProps} withDate={!isDateUpFront} />
        )}
      </div>
    </>
  )
}

/** The text and the files of an entry, or the link of its video. */
function EntryContents(props: EntryEditorProps) {
  const { collection, idPrefix, values, files, errors, readOnly, onEdit } = props
  const { isVideo, isOne = true, editing = false } = props
  const { takesBody, takesVideo, datesRequired }: CollectionRow = collections[collection]
  const { textFolded }: CollectionScreen = collectionScreens[collection]
  const ids = controlIds(idPrefix)
  const fileError = errors.file ?? errors.files
  const isOpen = Boolean(values.body || files.list.length > 0 || errors.body || fileError)
  // The draft of a video may have no link yet.
  const takesLink = isVideo || (editing && takesVideo && files.list.length === 0)
  return (
    <Folded isFolded={datesRequired === true} label={t('contents.more')} isOpen={isOpen}>
      {isOne && takesBody && (
        <Folded
          isFolded={textFolded === true}
          label={t('body.more')}
          isOpen={values.body !== '' || errors.body !== undefined}
        >
          <RichTextField
            id={ids.body}
            label={t('body.label')}
            hint={t('body.hint')}
            error={errors.body}
            text={values.body}
            max={MAX_BODY_LENGTH}
            readOnly={readOnly}
            folded
            pictures={{
              list: picturesOf(files.list.map(sheetOf)),
              onAdd: () => document.getElementById(ids.file)?.click(),
            }}
            onText={(body) => onEdit({ body })}
          />
        </Folded>
      )}
      {takesLink && (
        <VideoLinkField
          id={ids.link}
          error={errors.videoLink}
          required={isVideo}
          readOnly={readOnly}
          value={values.videoLink}
          onChange={(videoLink) => onEdit({ videoLink })}
        />
      )}
      {!isVideo && (
        <FilesField
          id={ids.file}
          collection={collection}
          disabled={readOnly}
          error={errors.paper ? undefined : fileError}
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
          {files.shown}
        </FilesField>
      )}
    </Folded>
  )
}
