import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { useId } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { siteText } from '../../ui/site-text.ts'
import { type CountDoubt, type Counts, sumsOf } from './count-checks.ts'
import { studentsText } from './students-text.ts'

/** What the numbers come to while they are typed. */
export function LiveSums({ counts, doubts }: { counts: Counts; doubts: readonly CountDoubt[] }) {
  const id = useId()
  const { total, religion, department } = sumsOf(counts)
  const sums = [
    // Nobody can edit them here, but they count.
    ...(counts.boys
      ? [{ name: siteText('students.col.boys'), sum: counts.boys, isOff: false }]
      : []),
    { name: studentsText('students.sums.total'), sum: total, isOff: false },
    {
      name: studentsText('students.sums.religion'),
      sum: religion,
      isOff: doubts.includes('religion'),
    },
    {
      name: studentsText('students.sums.department'),
      sum: department,
      isOff: doubts.includes('department') || doubts.includes('noDepartments'),
    },
  ]
  return (
    <div className="field span-2">
      <span className="label" id={id}>
        {studentsText('students.sums')}{' '}
        <span className="en">{studentsText('students.sums.hint')}</span>
      </span>
      <dl className="livesums" aria-labelledby={id}>
        {sums.map(({ name, sum, isOff }) => (
          <div className={isOff ? 'off' : undefined} key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(sum)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** What looks wrong, and by how much. It can be saved all the same. */
export function CountDoubts({ counts, doubts }: { counts: Counts; doubts: readonly CountDoubt[] }) {
  const sums = sumsOf(counts)
  return doubts.map((doubt) => (
    <Alert tone="warn" key={doubt}>
      {doubt === 'noDepartments' ? (
        <>
          <b>{studentsText('students.doubt.noDepartments.title')}</b>{' '}
          {studentsText('students.doubt.noDepartments')}
        </>
      ) : (
        <>
          <b>
            {studentsText('students.doubt.gap', {
              n: formatNumber(Math.abs(sums.total - sums[doubt])),
            })}
          </b>{' '}
          {studentsText(`students.doubt.${doubt}`, {
            sum: formatNumber(sums[doubt]),
            total: formatNumber(sums.total),
          })}
        </>
      )}
    </Alert>
  ))
}
