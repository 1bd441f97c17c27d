import { datesIn } from '@bidyaloy/shared/collections/proposals'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { composeCopy } from '@bidyaloy/shared/copy/compose-copy'
import { useState } from 'react'
import { collectionScreens } from '../components/collection-screens.ts'
import type { EntrySession } from '../session/entry-session.ts'
import { withCopy } from '../t.ts'
import { ChosenFiles } from './chosen-files.tsx'
import { controlIds, EntryEditor } from './entry-editor.tsx'
import { TogetherChoice } from './entry-sheets.tsx'
import { KindLine } from './kind-line.tsx'
import { ReadyNotices } from './ready-notices.tsx'
import { TitleOffer } from './title-offer.tsx'
import type { ComposerState } from './use-composer.ts'

const t = withCopy(composeCopy)

/** Moves the focus to the element with an id. */
export const focus = (id: string) => document.getElementById(id)?.focus()

interface ComposerFieldsProps {
  form: ComposerState
  idPrefix: string
  /** Whether the collection cannot be changed. */
  isFixed: boolean
  idOfTitle: (session: EntrySession) => string
  /** Opens a sheet of which only the first line is shown; null if all of it is. */
  onOpen: (() => void) | null
}

/** The fields of a new entry, with what only new entries have. */
export function ComposerFields({
  form,
  idPrefix,
  isFixed,
  idOfTitle,
  onOpen,
}: ComposerFieldsProps) {
  const { collection, view, errors, isRunning, isOne } = form
  const { title, body } = view.values
  const ids = controlIds(idPrefix)
  const draft = view.entry?.status ? view.entry : null
  /** Of last year's notice, until they are changed. */
  const [oldDates, setOldDates] = useState<readonly string[]>([])
  const written = `${title}\n${body}`.normalize('NFC')
  const left = oldDates.filter((date) => written.includes(date))
  const hasNoTitle = title.trim() === '' && !isRunning
  return (
    <EntryEditor
      collection={collection}
      idPrefix={idPrefix}
      values={view.values}
      errors={errors.shared}
      readOnly={isRunning}
      onEdit={form.edit}
      onOpen={onOpen}
      isOne={isOne}
      entryId={isOne ? draft?._id : undefined}
      titleOffer={
        draft &&
        hasNoTitle && (
          <TitleOffer
            collection={collection}
            draft={draft}
            onTake={(offered) => {
              form.edit({ title: offered })
              focus(ids.title)
            }}
          />
        )
      }
      beginning={
        left.length > 0 ? (
          <p className="hint" role="status">
            {t('compose.ready.dates')} <b>{left.join(', ')}</b>
          </p>
        ) : collection === 'notices' && hasNoTitle && body.trim() === '' ? (
          <ReadyNotices
            onTake={(notice) => {
              form.edit({ title: notice.title, body: notice.text })
              setOldDates(notice.isOld ? datesIn(`${notice.title}\n${notice.text}`) : [])
              requestAnimationFrame(() => focus(ids.title))
            }}
          />
        ) : null
      }
      kindLine={
        !isFixed && (
          <KindLine
            id={ids.collection}
            collection={collection}
            isProposed={view.chosen?.includes('collection') === false}
            error={errors.shared.collection}
            disabled={isRunning}
            onChoose={form.setCollection}
          />
        )
      }
      files={{
        list: form.files,
        paper: form.paper,
        onPaper: async (removed, added) => {
          await form.takePaper(removed, added)
          // The dialog of the paper is closed, and its button may be gone.
          requestAnimationFrame(() => focus(ids.title))
        },
        onChosen: (chosen) => void form.choose(chosen),
        shown: <FormFiles {...{ collection, form, idPrefix, idOfTitle }} />,
      }}
    />
  )
}

interface FormFilesProps {
  collection: CollectionName
  form: ComposerState
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
          textPrefix={textPrefix}
          together={list.together()}
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
