import type { Entry } from '@bidyaloy/shared/collections/entry'
import {
  type CollectionName,
  collections,
  entryPath,
  hasCard,
  isPaged,
} from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { FileLabel, fileLabel } from '../../collections/entry-facts.tsx'
import { KindFacts } from '../../collections/kind-facts.tsx'
import { copyText } from '../../lib/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NewTabLink, whatsappHref } from '../../ui/new-tab-link.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { collectionScreens, textPrefixOf } from '../components/collection-screens.ts'
import { paperTextPath } from '../components/screen-links.ts'
import { withCopy } from '../t.ts'
import { isPaper } from './entry-rows.tsx'
import { entryTextQuery } from './entry-text-query.ts'
import { PadButton, padTextOf } from './pad-dialog.tsx'
import { SharePicture } from './share-picture.tsx'
import { useSiteOrigin } from './site-origin.ts'
import { SmsText } from './sms-text.tsx'
import { fromText, statusOf } from './timing.ts'
import './entries.css'

const t = withCopy(entriesCopy)

/**
 * Called with the entries that were published.
 * @param focusForm puts the focus into the form that published them
 */
export type OnPublished = (
  entries: readonly Entry[],
  collection: CollectionName,
  focusForm?: () => void,
) => void

const NONE: ReadonlySet<string> = new Set()

/** What was published last on a screen: the ids for its list, and a card until it is closed. */
export function usePublished(): {
  fresh: ReadonlySet<string>
  markFresh: (entries: readonly Entry[]) => void
  onPublished: OnPublished
  card: ReactNode
} {
  const [fresh, setFresh] = useState(NONE)
  const [shown, setShown] = useState<CardProps | null>(null)
  const [onClose] = useState(() => () => setShown(null))
  const markFresh = (entries: readonly Entry[]) => setFresh(new Set(entries.map(({ _id }) => _id)))
  return {
    fresh,
    markFresh,
    onPublished: (entries, collection, focusForm) => {
      markFresh(entries)
      // What is only in the outbox is not published yet.
      const isQueued = entries.some(({ queued }) => queued)
      setShown(isQueued ? null : { collection, entries, focusForm, onClose })
    },
    card: shown && <PublishedCard key={shown.entries[0]?._id} {...shown} />,
  }
}

interface CardProps {
  collection: CollectionName
  entries: readonly Entry[]
  focusForm?: (() => void) | undefined
  onClose: () => void
  takesFocus?: boolean
  /** Further buttons. */
  children?: ReactNode
}

/** Says what was published, and offers to view and share it. */
export function PublishedCard({
  collection,
  entries,
  focusForm,
  onClose,
  takesFocus = true,
  children,
}: CardProps) {
  const headId = useId()
  const box = useRef<HTMLElement>(null)
  const toasts = useToasts()
  const [now] = useState(() => Date.now())
  const [first] = entries
  const only = entries.length === 1 ? first : undefined
  const state = stateOf(entries, now)
  useEffect(() => {
    if (!takesFocus) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'start' })
  }, [takesFocus])
  useEffect(() => {
    const isAboutThese = (ids: readonly string[] = []) =>
      entries.some(({ _id }) => ids.includes(_id))
    // A form that is sent, or a deletion, may change what the card says.
    document.addEventListener('submit', onClose, true)
    const stop = toasts.subscribe(() => {
      if (toasts.list().some(({ records }) => isAboutThese(records))) onClose()
    })
    return () => {
      document.removeEventListener('submit', onClose, true)
      stop()
    }
  }, [toasts, entries, onClose])
  if (!first) return null
  const close = () => {
    onClose()
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  const path = only && isPaged(collection) ? entryPath(collection, only._id) : null
  return (
    <section className="card done" aria-labelledby={headId} tabIndex={-1} ref={box}>
      <div className="done__head">
        <Icon name={state === 'visible' ? 'check' : 'clock'} />
        <div role="status">
          <h2 id={headId}>{headingOf(collection, entries, state)}</h2>
          {only && <p>{only.title}</p>}
          {state === 'expired' && <p>{t('timing.past')}</p>}
          {only && (
            <p className="meta">
              <KindFacts collection={collection} entry={only} />
              {fileLabel({ ...only, collection }) !== '' && (
                <span>
                  <FileLabel entry={{ ...only, collection }} />
                </span>
              )}
            </p>
          )}
        </div>
        <Button small look="quiet" icon="close" aria-label={t('published.close')} onClick={close} />
      </div>
      <Actions
        view={state === 'visible' ? (path ?? collections[collection].page) : null}
        shared={state === 'visible' && only && path ? { collection, entry: only, path } : null}
      >
        {focusForm && (
          <Button
            icon="plus"
            onClick={() => {
              onClose()
              focusForm()
            }}
          >
            {t(`${textPrefixOf(collection, first)}.another`)}
          </Button>
        )}
        {children}
      </Actions>
      {only && isPaper(collection, only) && state !== 'waiting' && (
        <PaperNote collection={collection} id={only._id} />
      )}
    </section>
  )
}

/** Leads to the text of a paper. Not every server reads papers, and some are read at night. */
function PaperNote({ collection, id }: { collection: CollectionName; id: string }) {
  const { data } = useQuery(entryTextQuery(useAdminApi(), { collection, id }))
  const isReading = data?.pending && !data.atNight
  return (
    <p>
      {isReading && `${t('published.reading')} `}
      <Link to={paperTextPath(collection, id)}>
        {t(isReading ? 'published.check' : 'row.paperText')}
      </Link>
    </p>
  )
}

type State = ReturnType<typeof stateOf>

function stateOf(entries: readonly Entry[], now: number) {
  if (entries.some(({ status }) => status !== undefined)) return 'waiting'
  const states = entries.map((entry) => statusOf(entry, now))
  return states.find((state) => state !== 'visible') ?? 'visible'
}

function headingOf(collection: CollectionName, entries: readonly Entry[], state: State): string {
  const [first, ...others] = entries
  if (!first || state === 'waiting') return t('draft.sent')
  if (state === 'scheduled' && first.publishAt) {
    return t('timing.scheduled', { moment: fromText(first.publishAt) })
  }
  if (others.length === 0) return t(`${textPrefixOf(collection, first)}.created`)
  const n = formatNumber(entries.length)
  return t(`${collectionScreens[collection].textPrefix}.createdMany`, { n })
}

interface ActionsProps {
  /** Path of the page that shows the entries; null if visitors do not see them. */
  view: string | null
  /** Null for what has no address of its own. */
  shared: { collection: CollectionName; entry: Entry; path: string } | null
  /** Buttons after the others. */
  children: ReactNode
}

/** Links to view and share an entry, and the text that is shared. */
function Actions({ view, shared, children }: ActionsProps) {
  const api = useAdminApi()
  const origin = useSiteOrigin()
  const url = shared && origin ? origin + shared.path : null
  const text = shared && textOf(shared.entry)
  return (
    <>
      <div className="done__actions">
        {view && (
          <NewTabLink className="btn btn--primary" href={view}>
            <Icon name="eye" /> {t('published.view')}
          </NewTabLink>
        )}
        {shared && url && text && (
          <>
            <NewTabLink className="btn" href={whatsappHref(text, url)}>
              <Icon name="whatsapp" /> {t('published.whatsapp')}
            </NewTabLink>
            <NewTabLink
              className="btn"
              href={`https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`}
            >
              <Icon name="share" /> {t('published.facebook')}
            </NewTabLink>
            {hasCard(shared.collection) && (
              <SharePicture
                collection={shared.collection}
                id={shared.entry._id}
                text={`${text}\n${url}`}
              />
            )}
          </>
        )}
        {shared?.collection === 'notices' && shared.entry.excerpt && (
          <PadButton
            read={async () =>
              padTextOf(
                await api.getEntry({ params: { collection: 'notices', id: shared.entry._id } }),
              )
            }
          />
        )}
        {children}
      </div>
      {shared && url && <SmsText title={shared.entry.title} url={url} />}
      {url && text && <SharedText text={text} url={url} />}
    </>
  )
}

/** Returns what is sent with the link of an entry: its title, and the first sentence of its text. */
function textOf({ title, excerpt = '' }: Entry): string {
  const sentence = /^.+?[।?!](?=\s|$)/u.exec(excerpt)?.[0] ?? excerpt
  return sentence === '' || sentence === title ? title : `${title}\n${sentence}`
}

function SharedText({ text, url }: { text: string; url: string }) {
  const [isCopied, setIsCopied] = useState<boolean | null>(null)
  const whole = `${text}\n${url}`
  const copyButton = (label: string, copied: string) => (
    <Button icon="file" onClick={() => setIsCopied(copyText(copied))}>
      {label}
    </Button>
  )
  return (
    <details className="more-fields">
      <summary>
        <Icon name="down" />
        <span>
          {t('published.text')} <small className="hint">{t('published.text.parts')}</small>
        </span>
      </summary>
      <div className="stack stack--3">
        <p className="quote done__text">{whole}</p>
        <div className="row">
          {copyButton(t('published.copy'), whole)}
          {copyButton(t('published.copyLink'), url)}
          <span role="status">
            {isCopied !== null && t(isCopied ? 'published.copied' : 'published.copyFailed')}
          </span>
        </div>
        <p className="hint">{t('published.text.facebook')}</p>
      </div>
    </details>
  )
}
