import { dhakaTime, formatWeekday, MONTHS } from '@bidyaloy/shared/bengali/dates'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { useQuery } from '@tanstack/react-query'
import rosette from '../../art/rosette.svg'
import {
  EntryMarks,
  FileLabel,
  fileHref,
  fileLabel,
  fileSize,
} from '../../collections/entry-facts.tsx'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { PhotoFigure, photoHref, photosOf } from '../../collections/photo.tsx'
import { RichText } from '../../school/rich-text.tsx'
import { schoolInfoQuery, useJubilee, useSettings } from '../../school/use-school.ts'
import { Icon } from '../../ui/icon.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { useReadApi, useToday } from '../../ui/page-context.ts'
import { SectionHead } from '../../ui/section-head.tsx'
import { EmptyBox, ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { t } from '../../ui/t.ts'
import { PageBody, usePageTitle } from '../page.tsx'
import { HeadTeacherPicture, SchoolPicture } from '../school-pictures.tsx'

/** The front page. */
export function HomePage() {
  const identity = useSettings()?.identity
  const jubilee = useJubilee()
  usePageTitle(t('nav.home'), { description: identity?.welcome })
  return (
    <>
      <Opening motto={identity?.motto || t('site.tagline')} welcome={identity?.welcome ?? ''} />
      <PageBody>
        <div className="stack">
          <NoticeBoard />
          <OpeningBelow welcome={identity?.welcome ?? ''} />
          {jubilee.isShown ? (
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
    </>
  )
}

function Opening({ motto, welcome }: { motto: string; welcome: string }) {
  return (
    <section className="wrap opening" aria-labelledby="welcome">
      <div className="opening__picture">
        <SchoolPicture sizes="(min-width: 85rem) 46rem, (min-width: 60rem) 57vw, 100vw" />
      </div>
      <div className="opening__text">
        <h1 id="welcome">{motto}</h1>
        <div className="opening__more">
          {welcome && <p>{welcome}</p>}
          <Facts />
        </div>
      </div>
    </section>
  )
}

/** On phones picture, welcome and figures stand here: the notices come first. */
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

/** Three figures of the school, those that are known. */
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

/** What the head teacher has to say; nothing while there is nothing. */
function HeadMessage() {
  const settings = useSettings()
  if (!settings?.headTeacher.message) return null
  const { headTeacher: head, pictures } = settings
  return (
    <section className="card stack stack--4" aria-labelledby="head-message">
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

function JubileeBox({ jubilee }: { jubilee: ReturnType<typeof useJubilee> }) {
  const { number, title, text, link } = jubilee
  return (
    <section className="jubilee" aria-labelledby="jubilee">
      <svg className="jubilee__art" viewBox="0 0 400 400" aria-hidden="true">
        <use href={`${rosette}#r`} />
      </svg>
      {number && (
        <p className="jubilee__num" aria-hidden="true">
          {number}
        </p>
      )}
      <h2 id="jubilee">{title}</h2>
      {text && <p>{text}</p>}
      <p>
        <a className="more" href={pagePaths.jubilee}>
          {link} <Icon name="right" />
        </a>
      </p>
    </section>
  )
}

/** The notices of the board: the five entered last. */
export const boardNotices = { sort: 'createdAt', limit: 5 } as const

/** The notice board of the front page, at most 300 px high. */
function NoticeBoard() {
  const { data, isError, refetch } = useQuery(entriesQuery(useReadApi(), 'notices', boardNotices))
  return (
    <section className="card card--flush" aria-labelledby="notice-board">
      <div className="card__head">
        <SectionHead
          id="notice-board"
          title={t('public.home.notices.title')}
          all={{ href: pagePaths.notices, label: t('public.home.notices.all') }}
        />
      </div>
      {data && data.length > 0 ? (
        // biome-ignore-start lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
        <section className="noticebox" tabIndex={0} aria-label={t('public.home.notices.region')}>
          <ul className="noticelist">
            {data.map((notice) => (
              <NoticeRow key={notice._id} notice={notice} />
            ))}
          </ul>
        </section>
      ) : // biome-ignore-end lint/a11y/noNoninteractiveTabindex: end of the box
      data ? (
        <EmptyBox id="public.notices.emptyShort" />
      ) : isError ? (
        <ErrorBox id="public.notices.error" onRetry={() => refetch()} />
      ) : (
        <LoadingBox id="public.notices.loading" />
      )}
    </section>
  )
}

/** A notice with its date as a calendar leaf. */
export function NoticeRow({ notice }: { notice: Entry }) {
  const today = useToday()
  const { iso, year, month, day } = dhakaTime(notice.date)
  const size = fileSize(notice)
  return (
    <li>
      <time className="leaf" dateTime={iso}>
        <span className="leaf__m">{MONTHS[month - 1]}</span>
        <span className="leaf__d">{toBengaliDigits(day)}</span>
      </time>
      <div>
        <a className="noticelist__title" href={entryPath('notices', notice._id)}>
          {notice.title}
        </a>
        <EntryMarks entry={notice} />
        <p className="meta">
          <span>
            {today.iso.startsWith(String(year))
              ? formatWeekday(notice.date)
              : toBengaliDigits(year)}
          </span>
          <FileLabel entry={notice} />
          {size && <span>{size}</span>}
        </p>
      </div>
    </li>
  )
}

/** The downloads of the front page. */
export const firstDownloads = { limit: 4 } as const

/** The first downloads, on the front page. */
function DownloadsBox() {
  const { data, isError, refetch } = useQuery(
    entriesQuery(useReadApi(), 'downloads', firstDownloads),
  )
  return (
    <section className="card" aria-labelledby="downloads">
      <SectionHead
        id="downloads"
        title={t('public.home.downloads.title')}
        all={{ href: pagePaths.downloads, label: t('public.home.downloads.all') }}
      />
      {data && data.length > 0 ? (
        <ul className="filelist">
          {data.map((entry) => (
            <li key={entry._id}>
              <span className="filemark" aria-hidden="true">
                {fileLabel(entry)}
              </span>
              <div>
                <NewTabLink className="noticelist__title" href={fileHref(entry)}>
                  {entry.title}
                </NewTabLink>
                <p className="meta">
                  <FileLabel entry={entry} />
                  <span>{fileSize(entry)}</span>
                </p>
              </div>
            </li>
          ))}
        </ul>
      ) : data ? (
        <EmptyBox id="public.downloads.empty" />
      ) : isError ? (
        <ErrorBox id="public.downloads.error" onRetry={() => refetch()} />
      ) : (
        <LoadingBox id="public.downloads.loading" />
      )}
    </section>
  )
}

const SHOWN = 6

/** Enough of the gallery that some photos are among its videos. */
export const latestPictures = { limit: 12 } as const

/** The newest photos, on the front page; nothing at all while there are none. */
function LatestPhotos() {
  const { data, isError, refetch } = useQuery(
    entriesQuery(useReadApi(), 'main-gallery', latestPictures),
  )
  const photos = data && photosOf(data).slice(0, SHOWN)
  if (photos?.length === 0) return null
  return (
    <section className="stack stack--4" aria-labelledby="photos">
      <SectionHead
        id="photos"
        title={t('public.home.photos.title')}
        all={{ href: pagePaths.gallery, label: t('public.home.photos.all') }}
      />
      {photos ? (
        // biome-ignore lint/a11y/useSemanticElements: a strip of pictures is no field set
        // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the keyboard must be able to scroll it
        <div className="strip-photos" tabIndex={0} role="group" aria-labelledby="photos">
          {photos.map((photo) => (
            <a key={photo._id} className="photo" href={pagePaths.gallery + photoHref(photo._id)}>
              <PhotoFigure photo={photo} sizes="(min-width: 64rem) 18rem, 14rem" />
            </a>
          ))}
        </div>
      ) : isError ? (
        <ErrorBox id="public.gallery.error" onRetry={() => refetch()} />
      ) : (
        <LoadingBox id="public.gallery.loading" />
      )}
    </section>
  )
}
