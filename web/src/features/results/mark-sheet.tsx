import { translator } from '@bidyaloy/shared/copy/translate'
import { resultsCopy } from '@bidyaloy/shared/features/results/copy'
import type { OpenedResult } from '@bidyaloy/shared/features/results/opened-result'
import { pages } from '@bidyaloy/shared/features/results/paths'
import { formatDays as dayText } from '@bidyaloy/shared/lib/bengali/days'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useId, useState } from 'react'
import { Page } from '../../site/page.tsx'
import { PRIVATE_PART } from '../../site/page-data.ts'
import { t as pageText } from '../../site/pages/t.ts'
import { Icon } from '../../ui/icon.tsx'
import { isSame, keepResult, removeResult, useKeptResults } from './kept-results.ts'

const t = translator(resultsCopy)

/** Returns the texts of a class, shift and section. */
export function groupTexts(group: Pick<OpenedResult, 'className' | 'shift' | 'section'>) {
  return {
    class: pageText(`enum.class.${group.className}`),
    shift: pageText(`enum.shift.${group.shift}`),
    section: pageText(`enum.section.${group.section}`),
  }
}

interface MarkSheetProps {
  result: OpenedResult
  /** Shown from this phone: leads back to the form. */
  onBack?: () => void
}

/** What a sheet says of a girl, to read and to print. */
export function MarkSheet({ result, onBack }: MarkSheetProps) {
  const { exam, roll, name, gpa, grade, place, until } = result
  const lead = t('results.of', { exam, ...groupTexts(result), roll: toBengaliDigits(roll) })
  return (
    <Page
      title={name}
      lead={lead}
      tab={t('results.title')}
      description={t('results.title')}
      noindex
    >
      {(gpa || grade || place) && (
        <p className="marksheet__gpa">
          {gpa && <b>{toBengaliDigits(gpa)}</b>}
          <span>
            {[gpa && t('results.gpa'), grade && t('results.grade', { grade })]
              .filter(Boolean)
              .join(' · ')}
            {place && (
              <>
                <br />
                {t('results.place', { place: toBengaliDigits(place) })}
              </>
            )}
          </span>
        </p>
      )}
      <Marks result={result} />
      <Buttons result={result} {...(onBack && { onBack })} />
      <p className="muted">{t('results.until', { day: dayText(until) })}</p>
    </Page>
  )
}

function Marks({ result: { name, marks, total } }: MarkSheetProps) {
  const hasGrades = marks.some(({ grade }) => grade !== '')
  return (
    <div className="table-box" {...{ [PRIVATE_PART]: '' }}>
      <table className="marksheet">
        <caption className="vh">{t('results.marks', { name })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('results.subject')}</th>
            <th scope="col">{t('results.mark')}</th>
            {hasGrades && <th scope="col">{t('results.mark.grade')}</th>}
          </tr>
        </thead>
        <tbody>
          {marks.map(({ subject, mark, grade, parts }) => (
            <tr key={subject}>
              <th scope="row">
                {subject}
                {parts && <small>{toBengaliDigits(parts)}</small>}
              </th>
              <td>{toBengaliDigits(mark)}</td>
              {hasGrades && <td lang="en">{grade}</td>}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row">{t('results.total')}</th>
              <td>{toBengaliDigits(total)}</td>
              {hasGrades && <td />}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** Prints, keeps or removes. Keeping needs the script; printing is in the browser's menu, too. */
function Buttons({ result, onBack }: MarkSheetProps) {
  const kept = useKeptResults()
  const isKept = kept.some((one) => isSame(one, result))
  const [message, setMessage] = useState('')
  const id = useId()
  const keep = () => setMessage(t(keepResult(result) ? 'results.kept' : 'results.keep.failed'))
  const remove = () => {
    if (removeResult(result)) setMessage(t('results.kept.removed'))
  }
  return (
    <div className="stack stack--3 marksheet__foot">
      <div className="row">
        <button className="btn" type="button" data-needs="script" onClick={() => print()}>
          <Icon name="print" /> {t('results.print')}
        </button>
        <button
          className="btn btn--quiet"
          type="button"
          data-needs="script"
          aria-describedby={id}
          onClick={isKept ? remove : keep}
        >
          <Icon name={isKept ? 'trash' : 'pushpin'} />{' '}
          {t(isKept ? 'results.kept.remove' : 'results.keep')}
        </button>
        {onBack ? (
          <button className="btn btn--quiet" type="button" onClick={onBack}>
            {t('results.kept.back')}
          </button>
        ) : (
          <a className="btn btn--quiet" href={pages.results}>
            {t('results.another')}
          </a>
        )}
      </div>
      <p className="marksheet__state" id={id} role="status">
        {message}
      </p>
      <p className="muted">{t('results.private')}</p>
    </div>
  )
}
