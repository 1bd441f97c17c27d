import type { Entry } from '@bidyaloy/shared/collections/entry'
import { fileCountOf, filesOf } from '@bidyaloy/shared/collections/entry-files'
import { entryAddress, shareCardPath } from '@bidyaloy/shared/collections/registry'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { markdownBlocks } from '@bidyaloy/shared/lib/markdown'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { entriesQuery, entryQuery } from '../../collections/entry-queries.ts'
import { Photo, PhotoColor, photoHref } from '../../collections/photo.tsx'
import { RichText } from '../../school/rich-text.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { Page } from '../page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { PhotoGrid } from './photo-grid.tsx'
import { ShareBar } from './share-bar.tsx'
import { stateTexts, t } from './t.ts'
import './entry-page.css'
import '../../styles/pictures.css'
import '../../styles/prose.css'
import '../../styles/tables.css'

const CARD_SIZES = '(min-width: 64rem) 20rem, (min-width: 40rem) 45vw, calc(50vw - 1.5rem)'
const COVER_SIZES = '(min-width: 64rem) 57rem, calc(100vw - 2rem)'
/** Number of cards in the first window of a phone. */
const IN_SIGHT = 4

/** All albums, newest first. */
export function AlbumsPage() {
  const query = useQuery(entriesQuery(useReadApi(), 'albums'))
  return (
    <Page title={t('public.albums.title')}>
      <QueryState query={query} texts={stateTexts('albums')}>
        {(albums) => (
          <ul className="photos">
            {albums.map((album, i) => (
              <li key={album._id}>
                <a className="photo" href={entryAddress('albums', album)}>
                  <span className="photo__img">
                    <PhotoColor picture={album} />
                    {album.filePath ? (
                      <Photo
                        picture={album}
                        sizes={CARD_SIZES}
                        early={i < IN_SIGHT && (i === 0 ? 'first' : true)}
                      />
                    ) : (
                      <span className="photo__none">
                        <Icon name="photos" />
                      </span>
                    )}
                  </span>
                  <span className="photo__cap">{album.title}</span>
                  <span className="photo__sub">
                    <DateText moment={album.date} />
                  </span>
                  <span className="photo__sub">{photoCount(album)}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Page>
  )
}

/** Returns the number of photos of an album, in a list («২৪টি ছবি»). */
function photoCount(album: Entry): string {
  return t('public.albums.count', { n: formatNumber(fileCountOf(album)) })
}

/** One album: its cover, text and photos. */
export function AlbumPage() {
  const { id = '' } = useParams()
  const query = useQuery(entryQuery(useReadApi(), 'albums', id))
  const above = { href: pagePaths.albums, label: t('public.albums.title') }
  const album = query.data
  if (album === null) return <NotFoundPage />
  if (!album) {
    return (
      <Page title={above.label} above={above}>
        <QueryState query={query} texts={stateTexts('albums')}>
          {() => null}
        </QueryState>
      </Page>
    )
  }
  const { title, date, excerpt, body = '' } = album
  const photos = photosOf(album)
  const [cover] = photos
  return (
    <Page
      title={title}
      above={above}
      description={excerpt}
      card={shareCardPath('albums', album._id)}
      meta={
        <p className="meta">
          <span>
            <DateText moment={date} />
          </span>
          <span>{photoCount(album)}</span>
        </p>
      }
    >
      <article className="stack" aria-label={title}>
        {/* A single photo is shown once, below. */}
        {cover && photos.length > 1 && (
          <figure className="albumcover">
            <PhotoColor picture={cover.picture} />
            <Photo picture={cover.picture} sizes={COVER_SIZES} early="first" />
          </figure>
        )}
        {body && (
          <div className="prose albumtext">
            <RichText
              text={body}
              picture={(place, description) => {
                const photo = photos[place - 1]
                return (
                  photo && (
                    <figure className="figure">
                      <a href={photoHref(photo.id)}>
                        <Photo picture={photo.picture} sizes={COVER_SIZES} alt={photo.name} />
                      </a>
                      {description && <figcaption aria-hidden="true">{description}</figcaption>}
                    </figure>
                  )
                )
              }}
            />
          </div>
        )}
        <ShareBar title={title} path={entryAddress('albums', album)} />
        {photos.length > 0 && (
          <section className="stack stack--4" aria-labelledby="photos">
            <SectionHead id="photos" title={t('public.gallery.photos')}>
              <span className="muted">
                {t('public.glance.unit.count', { n: formatNumber(photos.length) })}
              </span>
            </SectionHead>
            <PhotoGrid layout="tight" photos={photos} />
          </section>
        )}
      </article>
    </Page>
  )
}

/** Returns the photos of an album. A photo is named by its description in the text, if it has one. */
function photosOf(album: Entry) {
  const files = filesOf(album)
  const described = new Map<number, string>()
  for (const block of markdownBlocks(album.body ?? '')) {
    if (block.kind === 'picture' && block.description) described.set(block.file, block.description)
  }
  const total = formatNumber(files.length)
  return files.map((picture, i) => {
    const description = described.get(i + 1)
    const caption = (
      <>
        <b>{description ?? album.title}</b>
        <DateText moment={album.date} />
      </>
    )
    const name = description ?? t('public.albums.photo', { n: formatNumber(i + 1), total })
    const entry = { collection: 'albums', id: album._id } as const
    return { id: String(i + 1), entry, picture, name, caption }
  })
}
