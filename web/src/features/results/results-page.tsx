import type { ReadApi } from '@bidyaloy/shared/api/api'
import { translator } from '@bidyaloy/shared/copy/translate'
import { resultsCopy } from '@bidyaloy/shared/features/results/copy'
import type { OpenedResult } from '@bidyaloy/shared/features/results/opened-result'
import { pages } from '@bidyaloy/shared/features/results/paths'
import type { PublicResults } from '@bidyaloy/shared/features/results/results'
import { CODE_LENGTH } from '@bidyaloy/shared/features/results/slip-code'
import { formatDays as dayText } from '@bidyaloy/shared/lib/bengali/days'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { Page } from '../../site/page.tsx'
import { PRIVATE_PART } from '../../site/page-data.ts'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { forgetSentForm, useSentForm } from '../../ui/server-context.ts'
import { privacyQuery } from '../privacy/queries.ts'
import { keyOf, removeResult, useKeptResults } from './kept-results.ts'
import { groupTexts, MarkSheet } from './mark-sheet.tsx'
import { resultsQuery } from './queries.ts'
import './results-page.css'
import '../../styles/site-forms.css'

const t = translator(resultsCopy)

export async function prefetchResults(client: QueryClient, api: ReadApi): Promise<void> {
  await client.fetchQuery(resultsQuery(api))
  await client.fetchQuery(privacyQuery(api))
}

/** Opens the result of a slip. A form that needs no script; its answer is a page that nobody stores. */
export function ResultsPage() {
  const api = useReadApi()
  const query = useQuery(resultsQuery(api))
  const { data: facts } = useQuery(privacyQuery(api))
  const sent = useSentForm()
  const [shown, setShown] = useState<OpenedResult | null>(null)
  const [wentBack, setWentBack] = useState(false)
  useEffect(() => {
    // On a shared computer, Back must not show the result: neither from the data in the document, nor
    // because this page is still there.
    const goBack = () => {
      // Links within the page do the same.
      if (location.hash) return
      forgetSentForm()
      setWentBack(true)
      setShown(null)
    }
    addEventListener('popstate', goBack)
    return () => {
      removeEventListener('popstate', goBack)
      forgetSentForm()
    }
  }, [])
  if (sent?.opened && !wentBack) return <MarkSheet result={sent.opened} />
  if (shown) return <MarkSheet result={shown} onBack={() => setShown(null)} />
  const exams = [...new Set(query.data?.map(({ exam }) => exam))]
  const texts = { loading: t('results.loading'), error: t('results.error'), empty: '' }
  const isSent = sent !== null
  return (
    <Page
      title={t('results.title')}
      {...(exams.length > 0 && { lead: exams.join(', ') })}
      noindex={isSent}
    >
      {facts?.isCopy ? (
        <p className="card">{t('results.copy')}</p>
      ) : query.data?.length === 0 ? (
        <NoResults />
      ) : (
        <QueryState query={query} texts={texts}>
          {(sheets) => (
            <div className="twoside">
              <SlipForm sheets={sheets} exams={exams} />
              <div className="stack stack--3 slipwhere">
                <h2>{t('results.where')}</h2>
                <p>{t('results.where.text')}</p>
                <p className="muted">{t('results.until', { day: lastDay(sheets) })}</p>
              </div>
            </div>
          )}
        </QueryState>
      )}
      <KeptResults onShow={setShown} />
    </Page>
  )
}

/** Returns the day on which the last of them end. */
const lastDay = (sheets: readonly PublicResults[]) =>
  dayText(
    sheets
      .map(({ until }) => until)
      .sort()
      .at(-1) ?? '',
  )

function NoResults() {
  return (
    <div className="card stack stack--3">
      <p>
        <b>{t('results.none')}</b>
      </p>
      <p>{t('results.none.how')}</p>
      <p className="row">
        <a className="btn" href={pagePaths.publicResult}>
          {t('results.none.board')}
        </a>
        <a className="btn btn--quiet" href={pagePaths.notices}>
          {t('results.none.notices')}
        </a>
      </p>
    </div>
  )
}

function SlipForm({
  sheets,
  exams,
}: {
  sheets: readonly PublicResults[]
  exams: readonly string[]
}) {
  const { values = {}, problems = {} } = useSentForm() ?? {}
  const id = useId()
  const problem = problems.code
  const optionsOf = (exam: string) =>
    sheets
      .filter((sheet) => sheet.exam === exam)
      .map((sheet) => (
        <option key={sheet._id} value={sheet._id}>
          {t('results.group.name', groupTexts(sheet))}
        </option>
      ))
  return (
    <form className="siteform" method="post" action={pages.results} {...{ [PRIVATE_PART]: '' }}>
      <div className="siteform__field">
        <label htmlFor={`${id}-in`}>{t('results.group')}</label>
        <select className="input" id={`${id}-in`} name="in" required defaultValue={values.in ?? ''}>
          <option value="">{t('results.group.choose')}</option>
          {exams.length > 1
            ? exams.map((exam) => (
                <optgroup key={exam} label={exam}>
                  {optionsOf(exam)}
                </optgroup>
              ))
            : exams.map(optionsOf)}
        </select>
      </div>
      <div className="siteform__field">
        <label htmlFor={`${id}-roll`}>{t('results.roll')}</label>
        <input
          className="input"
          id={`${id}-roll`}
          name="roll"
          inputMode="numeric"
          autoComplete="off"
          required
          maxLength={9}
          defaultValue={toBengaliDigits(values.roll ?? '')}
        />
      </div>
      <div className="siteform__field">
        <label htmlFor={`${id}-code`}>{t('results.code')}</label>
        <p className="siteform__hint" id={`${id}-hint`}>
          {t('results.code.hint')}
        </p>
        <input
          className="input slipcode"
          id={`${id}-code`}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          required
          maxLength={CODE_LENGTH * 2}
          aria-describedby={problem ? `${id}-wrong ${id}-hint` : `${id}-hint`}
          aria-invalid={problem ? true : undefined}
          defaultValue={values.code}
          lang="en"
        />
        {problem && (
          <p className="siteform__wrong" id={`${id}-wrong`} role="alert">
            <Icon name="error" /> {problem}
          </p>
        )}
      </div>
      <button className="btn btn--primary" type="submit">
        {t('results.open')}
      </button>
    </form>
  )
}

/** What is on this phone, with how it is removed. */
function KeptResults({ onShow }: { onShow: (result: OpenedResult) => void }) {
  const kept = useKeptResults()
  const [isRemoved, setIsRemoved] = useState(false)
  if (kept.length === 0 && !isRemoved) return null
  return (
    <section className="stack stack--3" aria-labelledby="kept-results">
      <h2 id="kept-results" tabIndex={-1}>
        {t('results.kept.title')}
      </h2>
      <ul className="keptlist">
        {kept.map((result) => (
          <li key={keyOf(result)}>
            <span>
              <b>{result.name}</b>
              <small>
                {t('results.of', {
                  exam: result.exam,
                  ...groupTexts(result),
                  roll: toBengaliDigits(result.roll),
                })}
              </small>
            </span>
            <span className="row">
              <button className="btn" type="button" onClick={() => onShow(result)}>
                {t('results.kept.show')}
                <span className="vh">: {result.name}</span>
              </button>
              <button
                className="btn btn--quiet"
                type="button"
                onClick={() => setIsRemoved(removeResult(result))}
              >
                <Icon name="trash" /> {t('results.kept.remove')}
                <span className="vh">: {result.name}</span>
              </button>
            </span>
          </li>
        ))}
      </ul>
      <p role="status">{isRemoved && t('results.kept.removed')}</p>
    </section>
  )
}
