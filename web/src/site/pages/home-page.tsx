import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import rosette from '../../art/rosette.svg'
import { RichText } from '../../school/rich-text.tsx'
import { schoolInfoQuery } from '../../school/school-queries.ts'
import { useJubilee, useSettings } from '../../school/use-school.ts'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/read-api.ts'
import { SectionHead } from '../../ui/section-head.tsx'
import { siteText as t } from '../../ui/site-text.ts'
import { pagePaths } from '../addresses.ts'
import { PageBody } from '../page-body.tsx'
import { usePageTitle } from '../page-title.ts'
import { HeadTeacherPicture, SchoolPicture } from '../school-pictures.tsx'
import { DownloadsBox } from './downloads-box.tsx'
import { LatestPhotos } from './latest-photos.tsx'
import { NoticeBoard } from './notice-board.tsx'

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
