import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import type { ComponentProps } from 'react'
import { NumberField } from '../form/number-field.tsx'
import { type Counts, doubtsOf } from './count-checks.ts'
import { nameOf } from './count-values.ts'
import { CountDoubts, LiveSums } from './live-sums.tsx'
import { studentsText } from './students-text.ts'

const groups = [
  {
    title: 'students.group.girls',
    fields: ['girls', 'muslim', 'hindu', 'bouddho', 'christian'],
    doubts: ['religion'],
  },
  {
    title: 'students.group.department',
    fields: ['science', 'business', 'humanities'],
    doubts: ['department', 'noDepartments'],
  },
  {
    title: 'students.group.special',
    fields: ['muktiJoddha', 'muktiJoddharSontan', 'autistic', 'physicalDisabled'],
    doubts: [],
  },
] as const

interface CountFieldsProps {
  /** What the control of a number needs, by its name. */
  field: (name: string) => Omit<ComponentProps<typeof NumberField>, 'label'>
  counts: Counts
  /** Empty while none is chosen. */
  className: StudentCount['className'] | ''
}

/** The numbers of a count in three columns, with what they come to. */
export function CountFields({ field, counts, className }: CountFieldsProps) {
  const doubts = doubtsOf(className, counts)
  return groups.map(({ title, fields, doubts: ofGroup }) => (
    <fieldset className="group" key={title}>
      <legend>{studentsText(title)}</legend>
      <div className="stack stack--3">
        <div className="grid3 grid3--num">
          {fields.map((name) => (
            <NumberField
              key={name}
              {...field(name)}
              label={nameOf(name)}
              // Most begin with 0, which goes with the first digit typed.
              onFocus={({ target }) => target.select()}
            />
          ))}
          {title === 'students.group.special' && <LiveSums counts={counts} doubts={doubts} />}
        </div>
        <CountDoubts
          counts={counts}
          doubts={doubts.filter((doubt) => ofGroup.some((own) => own === doubt))}
        />
      </div>
    </fieldset>
  ))
}
