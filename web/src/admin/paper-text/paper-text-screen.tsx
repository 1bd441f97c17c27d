import type { Entry, EntryFile, PageImage } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { isOfficeType } from '@bidyaloy/shared/collections/file-kinds'
import {
  type CollectionName,
  hasPapers,
  isCollectionName,
} from '@bidyaloy/shared/collections/registry'
import { papersCopy } from '@bidyaloy/shared/copy/papers-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import type { EntryText } from '@bidyaloy/shared/papers/entry-text'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import { collectionKey, entryQuery } from '../../collections/entry-queries.ts'
import { Photo } from '../../collections/photo.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { focusOnMount } from '../components/focus.ts'
import { UnknownScreen } from '../components/message-screens.tsx'
import { QueryState } from '../components/query-state.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { entryTextQuery } from '../entries/entry-text-query.ts'
import { headingOf, isMakeshiftTitle } from '../entries/paper-heading.ts'
import { withCopy } from '../t.ts'
import { PageEditor } from './page-editor.tsx'
import type { PaperPicture } from './word-check.tsx'
import './paper-text.css'

const t = withCopy(papersCopy)

interface EntryParams {
  collection: CollectionName
  id: string
}

/** The pages of an entry's papers beside the text that was read in them, which can be corrected. */
export function PaperTextScreen() {
  const { collection = '', id = '' } = useParams()
  if (!isCollectionName(collection) || !hasPapers(collection)) return <UnknownScreen />
  return <PaperText collection={collection} id={id} key={id} />
}

function PaperText({ collection, id }: EntryParams) {
  const api = useAdminApi()
  const entry = useQuery(entryQuery(api, collection, id))
  const text = useQuery(entryTextQuery(api, { collection, id }))
  const texts = {
    loading: t('paperText.loading'),
    error: t('paperText.error'),
    empty: t('paperText.empty'),
  }
  return (
    <>
      <ScreenHead title={t('paperText.title')}>{t('paperText.lead')}</ScreenHead>
      <QueryState query={entry} texts={texts} isEmpty={(found) => pagesOf(found, []).length === 0}>
        {(found) => (
          <QueryState query={text} texts={texts}>
            {(known) =>
              found && (
                <section className="stack papertext">
                  <HeadingOffer params={{ collection, id }} entry={found} text={known} />
                  <Pages params={{ collection, id }} entry={found} text={known} />
                </section>
              )
            }
          </QueryState>
        )}
      </QueryState>
    </>
  )
}

/** A page of a paper: its place among the texts, and its picture. */
interface PaperPage {
  file: string
  page: number
  /** Null where its file has none. */
  picture: PaperPicture | null
}

/** Returns the pages that are read: those with a picture, and what is known of Office files. */
function pagesOf(entry: Entry | null, known: EntryText['pages']): PaperPage[] {
  if (!entry) return []
  return filesOf(entry).flatMap((file): PaperPage[] => {
    const { filePath, mimeType } = file
    if (mimeType.startsWith('image/')) return [{ file: filePath, page: 1, picture: file }]
    if (isOfficeType(mimeType)) {
      const pages = known.filter((one) => one.file === filePath).map(({ page }) => page)
      // Of a file that could not be read a person can write the text.
      const numbers = pages.length > 0 ? pages : [1]
      return numbers.map((page) => ({ file: filePath, page, picture: null }))
    }
    return (file.pages ?? []).map((page, index) => ({
      file: filePath,
      page: index + 1,
      picture: pictureOf(page, file),
    }))
  })
}

function pictureOf({ sizes, ...size }: PageImage, { filePath }: EntryFile): PaperPicture {
  return { ...size, sizes, filePath: sizes.at(-1)?.filePath ?? filePath }
}

interface PagesProps {
  params: EntryParams
  entry: Entry
  text: EntryText
}

/** One page at a time. */
function Pages({ params, entry, text }: PagesProps) {
  const [search, setSearch] = useSearchParams()
  const pages = pagesOf(entry, text.pages)
  const asked = Number(search.get('page') ?? 1) - 1
  const at = Number.isInteger(asked) && asked in pages ? asked : 0
  const shown = pages[at]
  if (!shown) return null
  const { file, page, picture } = shown
  const known = text.pages.find((one) => one.file === file && one.page === page)
  const turn = (to: number) => () => {
    if (to in pages)
      setSearch({ page: String(to + 1) }, { replace: true, preventScrollReset: true })
  }
  const n = formatNumber(at + 1)
  return (
    <>
      <div className="row row--between">
        <p className="quote">{entry.title}</p>
        {pages.length > 1 && (
          <nav className="row papertext__pages" aria-label={t('paperText.pages')}>
            <Button
              small
              icon="left"
              aria-label={t('paperText.previous')}
              aria-disabled={at === 0 || undefined}
              onClick={turn(at - 1)}
            />
            <span role="status">
              {t('paperText.page', { n, total: formatNumber(pages.length) })}
            </span>
            <Button
              small
              icon="right"
              aria-label={t('paperText.next')}
              aria-disabled={at === pages.length - 1 || undefined}
              onClick={turn(at + 1)}
            />
          </nav>
        )}
      </div>
      <PageEditor
        key={`${file} ${page}`}
        params={params}
        place={{ file, page }}
        page={known}
        pending={text.pending && (text.atNight ? 'night' : 'soon')}
        picture={picture}
      >
        {picture ? (
          <PagePicture picture={picture} n={n} />
        ) : (
          <p>
            <NewTabLink href={`/${file}`}>{t('paperText.file')}</NewTabLink>
          </p>
        )}
      </PageEditor>
    </>
  )
}

function PagePicture({ picture, n }: { picture: PaperPicture; n: string }) {
  return (
    <div className="stack">
      <div className="row row--between">
        <h2 id="paper-picture">{t('paperText.picture')}</h2>
        <NewTabLink href={`/${picture.filePath}`}>{t('paperText.picture.open')}</NewTabLink>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard too */}
      <section className="scan" aria-labelledby="paper-picture" tabIndex={0}>
        <Photo
          picture={picture}
          sizes="(min-width: 64rem) 40vw, 90vw"
          alt={t('paperText.picture.alt', { n })}
          early
        />
      </section>
    </div>
  )
}

/** Offers the heading of the paper as the title, if the present title says nothing about it. */
function HeadingOffer({ params, entry, text }: PagesProps) {
  const { api, notifySaved } = useWriteApi()
  const queryClient = useQueryClient()
  const rename = useMutation({
    mutationFn: (title: string) => api.updateEntry({ params, body: { title } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(entryQuery(api, params.collection, params.id).queryKey, changed)
      void queryClient.invalidateQueries({
        queryKey: [...collectionKey(params.collection), 'list'],
      })
    },
  })
  const heading = headingOf(text.pages[0]?.text ?? '')
  if (heading === null || heading === entry.title || !isMakeshiftTitle(entry)) return null
  const before = entry.title
  const use = () =>
    rename.mutate(heading, {
      onSuccess: () =>
        notifySaved({
          text: t('paperText.heading.used'),
          records: [entry._id],
          action: { label: t('toast.undo'), icon: 'undo', run: () => rename.mutate(before) },
        }),
    })
  return (
    <div className="card papertext__heading">
      <p>
        {t('paperText.heading')} <b>“{heading}”</b>
      </p>
      {rename.isError && (
        <Alert tone="error" ref={focusOnMount} key={rename.submittedAt}>
          {failureText(rename.error)}
        </Alert>
      )}
      <Button small icon="check" busy={rename.isPending} onClick={use}>
        {t('paperText.heading.use')}
      </Button>
    </div>
  )
}
