import { formatNumber, readNumber } from '@bidyaloy/shared/bengali/digits'
import { studentsCopy } from '@bidyaloy/shared/copy/students-copy'
import {
  COUNT_FIELDS,
  type CountField,
  type StudentCount,
  StudentCountChange,
} from '@bidyaloy/shared/school/student-count'
import { type ComponentProps, useId } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { NumberField } from '../form/fields.tsx'
import { contractResolver, type TextValues } from '../form/use-record-form.ts'
import { withCopy } from '../t.ts'

const t = withCopy(studentsCopy)

type FormField = Exclude<CountField, 'boys'>

/** What the form edits: it never sends `boys`. */
const FORM_FIELDS = COUNT_FIELDS.filter((field): field is FormField => field !== 'boys')

/** A form in which every number is 0. */
export const zeros: TextValues = Object.fromEntries(FORM_FIELDS.map((field) => [field, '0']))

/** What the form shows of a saved count. */
export const toValues = (count: StudentCount): TextValues =>
  Object.fromEntries(FORM_FIELDS.map((field) => [field, String(count[field])]))

/** The numbers as typed, NaN where there is none; a cleared field is 0. */
export const toCounts = (values: TextValues): Counts =>
  Object.fromEntries(FORM_FIELDS.map((field) => [field, readNumber(values[field] ?? '') ?? 0]))

export const resolver = contractResolver<Record<string, string>>(StudentCountChange, toCounts)

const isFormField = (name: string): name is FormField => name in zeros

/** The label of a field; an unknown name is returned unchanged. */
export const nameOf = (name: string) => (isFormField(name) ? t(`students.col.${name}`) : name)

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
      <legend>{t(title)}</legend>
      <div className="stack stack--3">
        <div className="grid3 grid3--num">
          {fields.map((name) => (
            <NumberField
              key={name}
              {...field(name)}
              label={nameOf(name)}
              // Most fields hold 0, which the first typed digit replaces.
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

/** What the numbers come to while they are typed. */
function LiveSums({ counts, doubts }: { counts: Counts; doubts: readonly CountDoubt[] }) {
  const id = useId()
  const { total, religion, department } = sumsOf(counts)
  const sums = [
    // Not editable here, but part of the total.
    ...(counts.boys ? [{ name: t('students.col.boys'), sum: counts.boys, isOff: false }] : []),
    { name: t('students.sums.total'), sum: total, isOff: false },
    {
      name: t('students.sums.religion'),
      sum: religion,
      isOff: doubts.includes('religion'),
    },
    {
      name: t('students.sums.department'),
      sum: department,
      isOff: doubts.includes('department') || doubts.includes('noDepartments'),
    },
  ]
  return (
    <div className="field span-2">
      <span className="label" id={id}>
        {t('students.sums')} <span className="en">{t('students.sums.hint')}</span>
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
function CountDoubts({ counts, doubts }: { counts: Counts; doubts: readonly CountDoubt[] }) {
  const sums = sumsOf(counts)
  return doubts.map((doubt) => (
    <Alert tone="warn" key={doubt}>
      {doubt === 'noDepartments' ? (
        <>
          <b>{t('students.doubt.noDepartments.title')}</b> {t('students.doubt.noDepartments')}
        </>
      ) : (
        <>
          <b>
            {t('students.doubt.gap', {
              n: formatNumber(Math.abs(sums.total - sums[doubt])),
            })}
          </b>{' '}
          {t(`students.doubt.${doubt}`, {
            sum: formatNumber(sums[doubt]),
            total: formatNumber(sums.total),
          })}
        </>
      )}
    </Alert>
  ))
}

const RELIGIONS = ['muslim', 'hindu', 'bouddho', 'christian'] as const
const DEPARTMENTS = ['science', 'business', 'humanities'] as const
/** The classes that are parted into departments. */
const WITH_DEPARTMENTS: readonly string[] = ['Nine', 'Ten']

export type Counts = Partial<Record<CountField, number>>

interface CountSums {
  /** Girls and boys. */
  total: number
  religion: number
  department: number
}

/** A number that cannot be read counts as 0. */
export function sumsOf(counts: Counts): CountSums {
  const sum = (fields: readonly CountField[]) =>
    fields.reduce((so, field) => so + (counts[field] || 0), 0)
  return {
    total: sum(['girls', 'boys']),
    religion: sum(RELIGIONS),
    department: sum(DEPARTMENTS),
  }
}

export type CountDoubt = 'religion' | 'department' | 'noDepartments'

/** What looks wrong in the numbers of a class, though it can be saved. */
export function doubtsOf(className: StudentCount['className'] | '', counts: Counts): CountDoubt[] {
  const { total, religion, department } = sumsOf(counts)
  const parted = WITH_DEPARTMENTS.includes(className)
  return [
    ...(religion !== total ? (['religion'] as const) : []),
    ...(parted && department !== total ? (['department'] as const) : []),
    ...(className !== '' && !parted && department > 0 ? (['noDepartments'] as const) : []),
  ]
}
