import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { useQuery } from '@tanstack/react-query'
import { EntryLink, FileLabel, fileLabel, fileSize } from '../../collections/entry-facts.tsx'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { PhotoFigure, photoHref, photosOf } from '../../collections/photo.tsx'
import { RichText } from '../../school/rich-text.tsx'
import { schoolInfoQuery, useJubilee, useSettings } from '../../school/use-school.ts'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState, stateTexts } from '../../ui/query-state.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { t } from '../../ui/t.ts'
import { PageBody, usePageTitle } from '../page.tsx'
import { HeadTeacherPicture, SchoolPicture } from '../school-pictures.tsx'
import { galleryTexts, JubileeNumber } from './gallery-parts.tsx'
import { NoticeRow } from './notice-row.tsx'
import { UpcomingDates } from './upcoming-dates.tsx'

/** The front page. */
export function HomePage() {
  const identity = useSettings()?.identity
  const jubilee = useJubilee()
  // Its link would lead to an empty page.
  const jubileePhotos = useQuery(entriesQuery(useReadApi(), 'gallery', firstJubileePhoto)).data
  usePageTitle(undefined, { description: identity?.welcome, aboutSchool: true })
  return (
    <PageBody
      opening={
        <Opening motto={identity?.motto || t('site.tagline')} welcome={identity?.welcome ?? ''} />
      }
    >
      <div className="stack">
        <NoticeBoard />
        <UpcomingDates />
        <OpeningBelow welcome={identity?.welcome ?? ''} />
        {jubilee.isShown && jubileePhotos?.[0] ? (
          <div className="split">
            <DownloadsBox />
            <JubileeBox jubilee={jubilee} />
          </div>
        ) : (
          <DownloadsBox />
        )}
        <LatestPhotos />
        <HeadMessage />
      </div>
    </PageBody>
  )
}

function Opening({ motto, welcome }: { motto: string; welcome: string }) {
  return (
    <div className="opening">
      <div className="opening__picture">
        <SchoolPicture sizes="(min-width: 85rem) 46rem, (min-width: 60rem) 57vw, 100vw" />
      </div>
      <div className="opening__text">
        <h1>{motto}</h1>
        <div className="opening__more">
          {welcome && <p>{welcome}</p>}
          <Facts />
        </div>
      </div>
    </div>
  )
}

/** The opening's picture, welcome and figures on phones, where the notices come first. */
function OpeningBelow({ welcome }: { welcome: string }) {
  return (
    <div className="opening-below">
      <div className="opening__picture">
        <SchoolPicture sizes="100vw" late />
      </div>
      {welcome && <p>{welcome}</p>}
      <Facts />
    </div>
  )
}

/** Up to three figures of the school, those that are known. */
function Facts() {
  const established = useSettings()?.identity.established
  const { data: info } = useQuery(schoolInfoQuery(useReadApi()))
  const facts = [
    established && { label: t('public.home.facts.established'), value: established },
    info && { label: t('public.home.facts.students'), value: formatNumber(info.totalStudents) },
    info && { label: t('public.home.facts.classrooms'), value: formatNumber(info.totalClasses) },
  ].filter((fact) => !!fact)
  if (facts.length === 0) return null
  return (
    <dl className="facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The head teacher's message, if there is one. */
function HeadMessage() {
  const settings = useSettings()
  if (!settings?.headTeacher.message) return null
  const { headTeacher: head, pictures } = settings
  return (
    <section className="card stack stack--4">
      <SectionHead id="head-message" title={t('side.head.message')} />
      <div className={pictures.headTeacher ? 'message message--photo' : 'message'}>
        {pictures.headTeacher && <HeadTeacherPicture />}
        <blockquote>
          <RichText text={head.message} heading="h3" />
        </blockquote>
        {head.name && (
          <p>
            <b>{head.name}</b>
            <br />
            <span className="muted">{t('side.head')}</span>
          </p>
        )}
      </div>
    </section>
  )
}

/** Query that tells whether the jubilee gallery has photos. */
export const firstJubileePhoto = { limit: 1 } as const

function JubileeBox({ jubilee }: { jubilee: ReturnType<typeof useJubilee> }) {
  const { number, title, text, link } = jubilee
  return (
    <section className="jubilee">
      <JubileeNumber number={number} />
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      <p>
        <a className="more" href={pagePaths.jubilee}>
          {link} <Icon name="right" />
        </a>
      </p>
    </section>
  )
}

/** Query of the notice board: the five notices created last. */
export const boardNotices = { sort: 'createdAt', limit: 5 } as const

/** The notice board of the front page, at most 300 px high. */
function NoticeBoard() {
  const query = useQuery(entriesQuery(useReadApi(), 'notices', boardNotices))
  return (
    <section className="card card--flush" aria-labelledby="notice-board">
      <div className="card__head">
        <SectionHead
          id="notice-board"
          title={t('public.home.notices.title')}
          all={{ href: pagePaths.notices, label: t('public.home.notices.all') }}
        />
      </div>
      <QueryState
        query={query}
        texts={{ ...stateTexts('notices'), empty: t.pair('public.notices.emptyShort') }}
        bare
      >
        {(notices) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
          <section className="noticebox" tabIndex={0} aria-label={t('public.home.notices.region')}>
            <ul className="noticelist">
              {notices.map((notice) => (
                <NoticeRow key={notice._id} notice={notice} />
              ))}
            </ul>
          </section>
        )}
      </QueryState>
    </section>
  )
}

/** Query of the downloads on the front page. */
export const firstDownloads = { limit: 4 } as const

function DownloadsBox() {
  const query = useQuery(entriesQuery(useReadApi(), 'downloads', firstDownloads))
  return (
    <section className="card">
      <SectionHead
        id="downloads"
        title={t('public.home.downloads.title')}
        all={{ href: pagePaths.downloads, label: t('public.home.downloads.all') }}
      />
      <QueryState query={query} texts={stateTexts('downloads')} bare>
        {(downloads) => (
          <ul className="filelist">
            {downloads.map((entry) => (
              <li key={entry._id}>
                <span className="filemark" aria-hidden="true">
                  {fileLabel(entry.mimeType ? { mimeType: entry.mimeType } : entry)}
                </span>
                <div>
                  <EntryLink className="noticelist__title" collection="downloads" entry={entry} />
                  <p className="meta">
                    <FileLabel entry={entry} />
                    {entry.filePath && <span>{fileSize(entry)}</span>}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

const MAX_PHOTOS = 6

/** Query of the latest photos: enough gallery entries to include photos among videos. */
export const latestPictures = { limit: 12 } as const

/** The newest photos, or nothing without any. */
function LatestPhotos() {
  const query = useQuery(entriesQuery(useReadApi(), 'main-gallery', latestPictures))
  if (query.data && photosOf(query.data).length === 0) return null
  return (
    <section className="stack stack--4">
      <SectionHead
        id="photos"
        title={t('public.home.photos.title')}
        all={{ href: pagePaths.gallery, label: t('public.home.photos.all') }}
      />
      <QueryState query={query} texts={galleryTexts} bare>
        {(entries) => (
          // biome-ignore lint/a11y/useSemanticElements: a strip of pictures is no field set
          // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the keyboard must be able to scroll it
          <div className="strip-photos" tabIndex={0} role="group" aria-labelledby="photos">
            {photosOf(entries)
              .slice(0, MAX_PHOTOS)
              .map((photo) => (
                <a
                  key={photo._id}
                  className="photo"
                  href={pagePaths.gallery + photoHref(photo._id)}
                >
                  <PhotoFigure photo={photo} sizes="(min-width: 64rem) 18rem, 14rem" />
                </a>
              ))}
          </div>
        )}
      </QueryState>
    </section>
  )
}
