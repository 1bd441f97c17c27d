import { ApiError } from '@bidyaloy/shared/api/api'
import { pageCopy } from '@bidyaloy/shared/copy/page-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import { schoolInfoCopy } from '@bidyaloy/shared/features/school-info/copy'
import type { SchoolInfo } from '@bidyaloy/shared/features/school-info/school-info'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSettings } from '../../school/use-school.ts'
import { Page } from '../../site/page.tsx'
import { LastUpdate } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { useSchoolName } from '../contact/queries.ts'
import { schoolInfoQuery } from './queries.ts'
import '../../styles/facts.css'

const t = translator(schoolInfoCopy, pageCopy, siteCopy)

/** The school at a glance. */
export function SchoolInfoPage() {
  const query = useQuery(schoolInfoQuery(useReadApi()))
  const { data: info, error, refetch } = query
  return (
    <Page title={t('public.glance.title')}>
      <div className="stack stack--6">
        {info !== undefined && <Identity students={info?.totalStudents} />}
        {error && info === undefined ? (
          <LoadFailure error={error} onRetry={refetch} />
        ) : (
          <QueryState
            query={query}
            texts={{
              loading: t.pair('public.glance.loading'),
              error: '',
              empty: t.pair('public.glance.empty'),
            }}
          >
            {(known) => known && <Facts info={known} />}
          </QueryState>
        )}
      </div>
    </Page>
  )
}

/** The server's own message, if it sent one. */
function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const message = error instanceof ApiError && error.status > 0 ? error.message : t('error.generic')
  return (
    <div className="card">
      <div className="state" role="alert">
        <p className="errortext">{t('public.glance.error', { message })}</p>
        <button className="btn" type="button" onClick={onRetry}>
          <Icon name="retry" /> {t('error.retry')}
        </button>
      </div>
    </div>
  )
}

function Identity({ students }: { students: number | undefined }) {
  const identity = useSettings()?.identity
  const name = useSchoolName()
  const facts = [
    { label: t('public.glance.est'), value: identity?.established },
    { label: t('public.glance.nationalised'), value: identity?.nationalised },
    { label: t('public.glance.eiin'), value: identity?.eiin },
    { label: t('public.glance.mpo'), value: identity?.schoolCode },
  ]
  return (
    <FactSection id="identity" title={t('public.glance.section.identity')} className="defgrid">
      <div className="all">
        <dt>{t('public.glance.name')}</dt>
        <dd>{name}</dd>
      </div>
      {facts.map(({ label, value }) => value && <Fact key={label} label={label} value={value} />)}
      {students !== undefined && (
        <FigureFact
          label={t('schoolInfo.field.totalStudents')}
          figure={formatNumber(students)}
          unit="people"
        />
      )}
    </FactSection>
  )
}

function Facts({ info }: { info: SchoolInfo }) {
  const count = (
    field: 'totalBuildings' | 'totalClasses' | 'multimediaClasses' | 'ictLabs' | 'scienceLabs',
  ) => (
    <FigureFact
      label={t(`schoolInfo.field.${field}`)}
      figure={formatNumber(info[field])}
      unit="count"
    />
  )
  const yesNo = (field: 'boundaryWall' | 'auditorium') => (
    <Fact
      label={t(`schoolInfo.field.${field}`)}
      value={
        info[field] === 'Yes' ? (
          <span className="yes">
            <Icon name="check" /> {t('public.glance.yes')}
          </span>
        ) : (
          t('public.glance.no')
        )
      }
    />
  )
  return (
    <>
      <FactSection
        id="shifts"
        title={t('public.glance.section.shift')}
        className="defgrid defgrid--times"
      >
        <Fact label={t('schoolInfo.field.morningShift')} value={info.morningShift} />
        <Fact label={t('schoolInfo.field.dayShift')} value={info.dayShift} />
        <Fact label={t('schoolInfo.field.withoutShift')} value={info.withoutShift} />
      </FactSection>
      <FactSection
        id="buildings"
        title={t('public.glance.section.infra')}
        className="defgrid defgrid--3"
      >
        <FigureFact
          label={t('schoolInfo.field.totalLand')}
          figure={toBengaliDigits(info.totalLand)}
          unit="acre"
        />
        {count('totalBuildings')}
        {count('totalClasses')}
        {yesNo('boundaryWall')}
        {yesNo('auditorium')}
      </FactSection>
      <FactSection
        id="facilities"
        title={t('public.glance.section.facility')}
        className="defgrid defgrid--3"
      >
        {count('multimediaClasses')}
        {count('ictLabs')}
        {count('scienceLabs')}
        <FigureFact
          label={t('schoolInfo.field.librarySeats')}
          figure={formatNumber(info.librarySeats)}
          unit="seats"
        />
      </FactSection>
      <p>
        <LastUpdate moment={info.updatedAt} />
      </p>
    </>
  )
}

interface FactSectionProps {
  id: string
  title: string
  className: string
  children: ReactNode
}

function FactSection({ id, title, className, children }: FactSectionProps) {
  return (
    <section className="stack stack--3" aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      <dl className={className}>{children}</dl>
    </section>
  )
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

interface FigureFactProps {
  label: string
  /** In Bengali digits. */
  figure: string
  unit: 'acre' | 'count' | 'people' | 'seats'
}

/** A large number with its unit in small letters. */
function FigureFact({ label, figure, unit }: FigureFactProps) {
  const [before, after] = t(`public.glance.unit.${unit}`, { n: '\n' }).split('\n')
  return (
    <div>
      <dt>{label}</dt>
      <dd className="n">
        {before && <small>{before}</small>}
        {figure}
        {after && <small>{after}</small>}
      </dd>
    </div>
  )
}
