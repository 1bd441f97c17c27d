import type { Entry } from '@bidyaloy/shared/collections/entry'
import { kindsOf } from '@bidyaloy/shared/collections/kinds'
import { collections } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { peopleCopy } from '@bidyaloy/shared/features/people/copy'
import { teacherPage } from '@bidyaloy/shared/features/teacher-page/record'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failedFields, failureText } from '../../../admin/api/failure-text.ts'
import { HOME_PATH } from '../../../admin/api/return-path.ts'
import { useRights } from '../../../admin/api/session.ts'
import { useWriteApi } from '../../../admin/api/use-write-api.ts'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { Composer } from '../../../admin/compose/composer.tsx'
import { UnreadNote } from '../../../admin/desktop-state/desktop-only.tsx'
import { useEntryCache } from '../../../admin/entries/entry-cache.ts'
import { type EntryAction, EntryDialog } from '../../../admin/entries/entry-dialogs.tsx'
import {
  OrderButtons,
  type OrderButtonsProps,
  OrderStatus,
  useEntryGroups,
  useEntryOrder,
} from '../../../admin/entries/entry-order.tsx'
import { EntryBadges, RowActions, TitleButton } from '../../../admin/entries/entry-rows.tsx'
import { usePublished } from '../../../admin/entries/published-card.tsx'
import { DraftLinks } from '../../../admin/entries/published-tabs.tsx'
import { useHasStoredDraft } from '../../../admin/session/use-entry.ts'
import { withCopy } from '../../../admin/t.ts'
import { pickerAccept } from '../../../admin/uploads/accepted-files.ts'
import { FileButton } from '../../../admin/uploads/file-button.tsx'
import { useUpload } from '../../../admin/uploads/upload-file.ts'
import { entriesQuery } from '../../../collections/entry-queries.ts'
import { Photo } from '../../../collections/photo.tsx'
import { useSettings } from '../../../school/use-school.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { useToasts } from '../../../ui/toast.tsx'
import { peopleScreen } from './collection-screen.ts'
import { PasteCard } from './paste-card.tsx'
import { hasWholeNumbers } from './people-sheet.ts'
import './people-screen.css'

const t = withCopy(peopleCopy, entriesCopy)

/** The screen of people: the lists by kind in their order, and a list pasted from a spreadsheet. */
export function PeopleScreen() {
  const list = useQuery(entriesQuery(useAdminApi(), 'people', { state: 'all', sort: 'order' }))
  const kinds = kindsOf('people', useSettings())
  const box = useRef<HTMLDivElement>(null)
  const order = useEntryOrder('people', list.data ?? [], box)
  const groups = useEntryGroups('people', order.entries)
  const [action, setAction] = useState<EntryAction | null>(null)
  const { onPublished, card } = usePublished()
  // A person was being added when the page was left.
  const isBegun = useHasStoredDraft('new:people')
  const [isOpened, setAdding] = useState<boolean | null>(null)
  const isAdding = isOpened ?? isBegun
  const may = useRights()
  const navigate = useNavigate()
  const addButton = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLDivElement>(null)
  /** Id of the draft that is open in the form. */
  const [writing, setWriting] = useState<string | null>(null)
  const toAddButton = () => requestAnimationFrame(() => addButton.current?.focus())
  const { loading, error, empty } = peopleScreen
  /** Focuses the row of a person whose focused button is gone: a photo was set, or the list changed. */
  const focusRow = ({ _id: id }: Entry) =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      const row = box.current?.querySelector(`[data-entry="${id}"]`)
      row?.querySelector<HTMLElement>('button:not([data-task])')?.focus()
    })
  return (
    <>
      <ScreenHead title={t('people.title')}>{t('people.lead')}</ScreenHead>
      <p className="row">
        <Button
          icon="plus"
          ref={addButton}
          aria-expanded={isAdding}
          onClick={() => {
            setAdding(!isAdding)
            requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
          }}
        >
          {t('people.add')}
        </Button>
        <a className="btn btn--quiet" href={collections.people.page}>
          <Icon name="eye" /> {t('admin.published.onSite')}
        </a>
        {may('publish') && (
          <MenuButton
            label={t('people.more')}
            items={[
              {
                label: t('people.ownPage'),
                icon: 'table',
                onChoose: () => navigate(`${HOME_PATH}/${teacherPage.screen}`),
              },
            ]}
          />
        )}
      </p>
      {card}
      {isAdding && (
        <div ref={form}>
          <Composer
            collection="people"
            isFixed
            initial={{ kind: kinds[0]?.id ?? '' }}
            onPublished={onPublished}
            onDraft={setWriting}
          />
        </div>
      )}
      <DraftLinks collection="people" isWriting={isAdding && writing !== null} />
      <OrderStatus order={order} />
      <UnreadNote list="/api/people" />
      <div className="stack" ref={box}>
        <QueryState
          query={list}
          texts={{ loading: t.pair(loading), error: t.pair(error), empty: t.pair(empty) }}
        >
          {() =>
            groups.map((group) => (
              <PeopleList
                key={group.id}
                group={group}
                now={list.dataUpdatedAt}
                onMove={order.move}
                onAction={setAction}
                onPhoto={focusRow}
              />
            ))
          }
        </QueryState>
      </div>
      <PasteCard kinds={kinds} present={list.data} />
      {action && (
        <EntryDialog
          {...action}
          collection="people"
          onClose={() => {
            setAction(null)
            focusRow(action.entry)
          }}
          onGone={toAddButton}
        />
      )}
    </>
  )
}

interface PeopleListProps extends Pick<OrderButtonsProps, 'group' | 'onMove'> {
  /** The time of the shown status, in milliseconds since 1970. */
  now: number
  onAction: (action: EntryAction) => void
  /** Called when a photo is set. */
  onPhoto: (person: Entry) => void
}

/** The people of one kind. */
function PeopleList({ group, now, onMove, onAction, onPhoto }: PeopleListProps) {
  const id = useId()
  const { upload, sendingId } = usePhotoUpload(onPhoto)
  return (
    <section className="stack stack--3" aria-labelledby={id}>
      <h2 id={id}>
        {group.name}{' '}
        <span className="entrylist__n">
          {t('public.glance.unit.people', { n: formatNumber(group.entries.length) })}
        </span>
      </h2>
      <ol className="card card--flush peoplelist">
        {group.entries.map((person, index) => (
          <li key={person._id} data-entry={person._id}>
            <span className="peoplelist__n" aria-hidden="true">
              {toBengaliDigits(index + 1)}
            </span>
            <Face
              person={person}
              isSending={sendingId === person._id}
              onPhoto={(file) => upload(person, file)}
            />
            <div>
              <TitleButton
                title={person.title}
                onClick={() => onAction({ task: 'edit', entry: person })}
              />
              <PersonFacts person={person} />
              {person.fields?.phone && !hasWholeNumbers(person.fields.phone) && (
                <span className="badge badge--warn">{t('people.checkPhone')}</span>
              )}
              <EntryBadges entry={person} isFresh={false} now={now} />
            </div>
            <span className="peoplelist__acts">
              <OrderButtons {...{ group, entry: person, onMove }} />
              <RowActions
                collection="people"
                entry={person}
                onTask={(task) => onAction({ task, entry: person })}
              />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function PersonFacts({ person: { fields = {} } }: { person: Entry }) {
  const { post, subject, qualification, period, phone } = fields
  const facts = [post, subject, qualification, period, phone].filter((text) => text !== undefined)
  return (
    <p className="meta">
      {facts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </p>
  )
}

interface FaceProps {
  person: Entry
  isSending: boolean
  onPhoto: (file: File) => void
}

/** The photo of a person, else a button that takes one and sends it at once. */
function Face({ person, isSending, onPhoto }: FaceProps) {
  if (person.filePath) {
    return (
      <span className="face">
        <Photo picture={person} sizes="4rem" />
      </span>
    )
  }
  return (
    <FileButton
      look="face face--add"
      icon={isSending ? 'clock' : 'camera'}
      accept={pickerAccept(collections.people)}
      disabled={isSending}
      onFile={onPhoto}
    >
      <span className="vh">{t('people.photo', { name: person.title })}</span>
    </FileButton>
  )
}

/** Sends photos as soon as they are chosen. */
function usePhotoUpload(onSet: (person: Entry) => void) {
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache()
  const toasts = useToasts()
  const { upload } = useUpload()
  const send = useMutation({
    mutationFn: ({ person, chosen }: { person: Entry; chosen: File }) =>
      upload([chosen], (file, options) =>
        api.updateEntry(
          { params: { collection: 'people', id: person._id }, body: {}, file },
          options,
        ),
      ),
    onSuccess: (entry) => {
      const isSent = entry.status !== undefined
      // What waits is not what the list shows.
      if (!isSent) cache.put(entry)
      onSet(entry)
      notifySaved({ text: t(isSent ? 'draft.sent' : 'people.photo.saved', { name: entry.title }) })
    },
    onError: (error) => {
      const reason = failedFields(error).file ?? failureText(error)
      toasts.show({ tone: 'error', text: `${t('people.photo.failed')} ${reason}` })
    },
    onSettled: () => cache.refresh(),
  })
  return {
    upload: (person: Entry, chosen: File) => send.mutate({ person, chosen }),
    /** Id of the person whose photo is being sent. */
    sendingId: send.isPending ? send.variables.person._id : null,
  }
}
