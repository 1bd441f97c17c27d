import type { Entry } from '@bidyaloy/shared/collections/entry'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EntryLink, FileLabel } from '../../collections/entry-facts.tsx'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { PhotoFigure, photoHref, photosOf } from '../../collections/photo.tsx'
import { UpcomingDates } from '../../features/calendar/upcoming-dates.tsx'
import { useSchoolName } from '../../features/contact/queries.ts'
import { schoolInfoQuery } from '../../features/school-info/queries.ts'
import { RichText } from '../../school/rich-text.tsx'
import { useJubilee, useSettings } from '../../school/use-school.ts'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { t } from '../../ui/t.ts'
import { PageBody, usePageTitle } from '../page.tsx'
import { HeadTeacherPicture, SchoolPicture } from '../school-pictures.tsx'
import { galleryTexts, JubileeNumber } from './gallery-parts.tsx'
import { NoticeRow } from './notice-row.tsx'
import { Ticker } from './ticker.tsx'

/** The front page: first what parents come for, then what the school shows of itself. */
export function HomePage({ today, doors }: Readonly<Record<'today' | 'doors', ReactNode>>) {
  const identity = useSettings()?.identity
  usePageTitle(undefined, { description: identity?.welcome, aboutSchool: true })
  return (
    <PageBody className="front">
      <h1 className="vh">{useSchoolName()}</h1>
      {today}
      <NoticeBoard />
      {doors}
      <UpcomingDates />
      <Ticker />
      <div className="feature">
        <div className="feature__picture">
          <SchoolPicture sizes="(min-width: 64rem) 45rem, 66vw" late />
        </div>
        <div>
          <h2>{identity?.motto || t('site.tagline')}</h2>
          {identity?.welcome && <p>{identity.welcome}</p>}
          <Facts />
        </div>
      </div>
      <LatestPhotos />
      <DownloadsBox />
      <HeadMessage />
      <JubileeLine />
    </PageBody>
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
    <section className="front__message">
      <SectionHead id="head-message" title={t('side.head.message')} />
      <div className={pictures.headTeacher ? 'message message--photo' : 'message'}>
        {pictures.headTeacher && <HeadTeacherPicture sizes="4rem" />}
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

/** The golden jubilee, or what the school celebrates instead. */
function JubileeLine() {
  const { isShown, number, title, text, link } = useJubilee()
  // Its link would lead to an empty page.
  const photos = useQuery(entriesQuery(useReadApi(), 'gallery', firstJubileePhoto)).data
  if (!isShown || !photos?.[0]) return null
  return (
    <section className="jubilee">
      <JubileeNumber number={number} />
      <div>
        <h2>{title}</h2>
        {text && <p>{text}</p>}
        <a className="more" href={pagePaths.jubilee}>
          {link} <Icon name="right" />
        </a>
      </div>
    </section>
  )
}

/** Query of the notice board: the five notices created last. */
export const boardNotices = { sort: 'createdAt', limit: 5 } as const

/** The notice board of the front page, from 600 px on at most 300 px high. */
const noticeStates = {
  loading: t.pair('public.notices.loading'),
  error: t.pair('public.notices.error'),
  empty: t.pair('public.notices.emptyShort'),
}

function NoticeBoard() {
  const query = useQuery(entriesQuery(useReadApi(), 'notices', boardNotices))
  return (
    <section className="front__notices" aria-labelledby="notice-board">
      <SectionHead
        id="notice-board"
        title={t('public.home.notices.title')}
        all={{ href: pagePaths.notices, label: t('public.home.notices.all') }}
      />
      <QueryState query={query} texts={noticeStates} bare>
        {(notices) => (
          <ul className="noticelist noticebox">
            {notices.map((notice) => (
              <NoticeRow key={notice._id} notice={notice} />
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

const downloadStates = {
  loading: t.pair('public.downloads.loading'),
  error: t.pair('public.downloads.error'),
  empty: t.pair('public.downloads.empty'),
}

/** Query of the downloads on the front page. */
export const firstDownloads = { limit: 4 } as const

function DownloadsBox() {
  const query = useQuery(entriesQuery(useReadApi(), 'downloads', firstDownloads))
  return (
    <section className="front__downloads">
      <SectionHead
        id="downloads"
        title={t('public.home.downloads.title')}
        all={{ href: pagePaths.downloads, label: t('public.home.downloads.all') }}
      />
      <QueryState query={query} texts={downloadStates} bare>
        {(downloads) => <DownloadRows downloads={downloads} />}
      </QueryState>
    </section>
  )
}

interface DownloadRowsProps {
  downloads: readonly Entry[]
  /** Rows above them. */
  children?: ReactNode
}

/** Downloads with the kinds of their files. */
export function DownloadRows({ downloads, children }: DownloadRowsProps) {
  return (
    <ul className="filelist">
      {children}
      {downloads.map((entry) => (
        <li key={entry._id}>
          <Icon name="download" />
          <EntryLink className="noticelist__title" collection="downloads" entry={entry} />
          <span className="muted">
            <FileLabel entry={entry} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const MAX_PHOTOS = 5

/** Query of the latest photos: enough gallery entries to include photos among videos. */
export const latestPictures = { limit: 12 } as const

/** The newest photos, or nothing without any. Phones load copies of about 1.4 pixels per CSS pixel. */
function LatestPhotos() {
  const query = useQuery(entriesQuery(useReadApi(), 'main-gallery', latestPictures))
  if (query.data && photosOf(query.data).length === 0) return null
  return (
    <section className="front__photos">
      <SectionHead
        id="photos"
        title={t('public.home.photos.title')}
        all={{ href: pagePaths.gallery, label: t('public.home.photos.all') }}
      />
      <QueryState query={query} texts={galleryTexts} bare>
        {(entries) => (
          <div className="mosaic">
            {photosOf(entries)
              .slice(0, MAX_PHOTOS)
              .map((photo, i) => (
                <a
                  key={photo._id}
                  className="photo"
                  href={pagePaths.gallery + photoHref(photo._id)}
                >
                  <PhotoFigure
                    photo={photo}
                    sizes={`(min-width: 64rem) ${i === 0 ? 38 : 19}rem, 44vw`}
                  />
                </a>
              ))}
          </div>
        )}
      </QueryState>
    </section>
  )
}
