import type { Api } from '@bidyaloy/shared/api/api'
import type { Entry, EntryFile } from '@bidyaloy/shared/collections/entry'
import { fileStemOf, filesOf } from '@bidyaloy/shared/collections/entry-files'
import { type CollectionName, isCollectionName } from '@bidyaloy/shared/collections/registry'
import { blurCopy } from '@bidyaloy/shared/features/blur/admin-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { useWriteApi } from '../../../admin/api/use-write-api.ts'
import { ChangeFailure } from '../../../admin/components/change-failure.tsx'
import { UnknownScreen } from '../../../admin/components/message-screens.tsx'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { blurPath } from '../../../admin/components/screen-links.ts'
import { useUnsavedWork } from '../../../admin/components/unsaved-work.tsx'
import { useEntryCache } from '../../../admin/entries/entry-cache.ts'
import { replaceInForms } from '../../../admin/session/use-entry.ts'
import { withCopy } from '../../../admin/t.ts'
import { Photo } from '../../../collections/photo.tsx'
import { Button } from '../../../ui/button.tsx'
import { orNull } from '../../../ui/page-context.ts'
import { areasOf, type Chosen, gridOf, NOTHING } from './areas.ts'
import { PhotoGrid } from './photo-grid.tsx'
import { UnblurredNote } from './unblurred-note.tsx'
import './blur.css'

const t = withCopy(blurCopy)

interface EntryParams {
  collection: CollectionName
  id: string
}

/** The photos of an entry, published or not, in which faces can be blurred for good. */
export function BlurScreen() {
  const { collection = '', id = '', stem = '' } = useParams()
  if (!isCollectionName(collection)) return <UnknownScreen />
  return <Photos params={{ collection, id }} stem={stem} key={id} />
}

/** Returns the entry as it is written: with its change that is not published yet. */
function useWrittenEntry(params: EntryParams) {
  const api = useAdminApi()
  return useQuery(
    queryOptions({
      queryKey: ['entries', params.collection, 'written', params.id],
      queryFn: () => readWritten(api, params),
    }),
  )
}

const readWritten = async (api: Api, params: EntryParams): Promise<Entry | null> =>
  (await orNull(api.getDraft({ params }))) ?? (await orNull(api.getEntry({ params })))

const photosIn = (entry: Entry | null): EntryFile[] =>
  entry ? filesOf(entry).filter(({ width }) => width !== undefined) : []

const stemOf = ({ filePath }: EntryFile) => fileStemOf(filePath)

function Photos({ params, stem }: { params: EntryParams; stem: string }) {
  const entry = useWrittenEntry(params)
  /** Stems of the photos that have taken the place of those in the address. */
  const [blurred, setBlurred] = useState<ReadonlyMap<string, string>>(new Map())
  const texts = {
    loading: t('blur.loading'),
    error: t('blur.error'),
    empty: t('blur.empty'),
  }
  return (
    <>
      <ScreenHead title={t('blur.title')}>{t('blur.lead')}</ScreenHead>
      <QueryState query={entry} texts={texts} isEmpty={(found) => photosIn(found).length === 0}>
        {(found) => {
          const photos = photosIn(found)
          const photo =
            photos.find((one) => stemOf(one) === (blurred.get(stem) ?? stem)) ?? photos[0]
          return (
            found &&
            photo && (
              <div className="stack">
                <p className="quote">{found.title}</p>
                {photos.length > 1 && <PhotoChoice {...{ params, photos, photo }} />}
                <BlurForm
                  key={photo.filePath}
                  {...{ params, photos, photo }}
                  onBlurred={(next) => setBlurred(new Map([...blurred, [stem, next]]))}
                  isDraft={found.status !== undefined && found.draft?.changes !== true}
                />
                <UnblurredNote params={params} />
              </div>
            )
          )
        }}
      </QueryState>
    </>
  )
}

interface PhotoChoiceProps {
  params: EntryParams
  photos: readonly EntryFile[]
  photo: EntryFile
}

function PhotoChoice({ params: { collection, id }, photos, photo }: PhotoChoiceProps) {
  return (
    <nav className="blurchoice" aria-label={t('blur.which')}>
      {photos.map((one, index) => (
        <Link
          key={one.filePath}
          to={blurPath(collection, id, stemOf(one))}
          replace
          preventScrollReset
          aria-current={one === photo ? 'page' : undefined}
        >
          <Photo
            picture={one}
            sizes="4.5rem"
            alt={t('blur.photo', { n: formatNumber(index + 1) })}
          />
        </Link>
      ))}
    </nav>
  )
}

interface BlurFormProps extends PhotoChoiceProps {
  /** Whether it was never published. */
  isDraft: boolean
  /** Receives the stem of the photo that takes its place. */
  onBlurred: (stem: string) => void
}

function BlurForm({ params, photos, photo, isDraft, onBlurred }: BlurFormProps) {
  const [history, setHistory] = useState<readonly Chosen[]>([])
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache()
  const chosen = history.at(-1) ?? NOTHING
  const grid = gridOf(photo)
  const areas = areasOf(chosen, grid)
  const save = useMutation({
    mutationFn: async () => {
      const { filePath } = photo
      const changed = await api.blurPhoto({ params, body: { file: filePath, areas } })
      const written = (await readWritten(api, params).catch(() => null)) ?? changed
      const next = newPhotoIn(written, photos)
      if (next) await replaceInForms(written, { from: filePath, to: next.filePath })
      return next
    },
    onSuccess: (next) => {
      if (next) onBlurred(stemOf(next))
      notifySaved({ text: t(isDraft ? 'blur.done.draft' : 'blur.done'), records: [params.id] })
      setHistory([])
      cache.refresh()
    },
  })
  useUnsavedWork(areas.length > 0, 'admin.unsaved.draft')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (areas.length > 0) save.mutate()
  }
  return (
    <form className="stack" onSubmit={submit}>
      <PhotoGrid
        photo={photo}
        grid={grid}
        chosen={chosen}
        disabled={save.isPending}
        onChange={(next) => setHistory([...history, next])}
      />
      <p className="hint" role="status">
        {areas.length === 0 ? t('blur.none') : t('blur.chosen', { n: formatNumber(areas.length) })}
      </p>
      <ChangeFailure change={save} text={t('blur.failed')} />
      <div className="savebar row">
        <Button
          type="submit"
          look="primary"
          busy={save.isPending}
          aria-disabled={areas.length === 0 || undefined}
        >
          {t('blur.save')}
        </Button>
        <Button
          icon="undo"
          aria-disabled={history.length === 0 || undefined}
          onClick={() => setHistory(history.slice(0, -1))}
        >
          {t('blur.undo')}
        </Button>
        <Button
          look="quiet"
          aria-disabled={areas.length === 0 || undefined}
          onClick={() => areas.length > 0 && setHistory([...history, NOTHING])}
        >
          {t('blur.clear')}
        </Button>
      </div>
    </form>
  )
}

/** Returns the photo that an entry has besides these. */
const newPhotoIn = (entry: Entry, before: readonly EntryFile[]): EntryFile | undefined =>
  photosIn(entry).find(({ filePath }) => !before.some((one) => one.filePath === filePath))
