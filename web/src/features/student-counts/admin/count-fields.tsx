import { studentsCopy } from '@bidyaloy/shared/features/student-counts/copy'
import {
  COUNT_FIELDS,
  type CountField,
  type StudentCount,
  StudentCountChange,
} from '@bidyaloy/shared/features/student-counts/student-count'
import { formatNumber, readNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { type ComponentProps, useId } from 'react'
import { contractResolver } from '../../../admin/form/contract-resolver.ts'
import type { TextValues } from '../../../admin/form/drafts.ts'
import { NumberField } from '../../../admin/form/fields.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Alert } from '../../../ui/alert.tsx'

const t = withCopy(studentsCopy)

type FormField = Exclude<CountField, 'boys'>

/** The fields of the form, which never sends `boys`. */
const FORM_FIELDS = COUNT_FIELDS.filter((field): field is FormField => field !== 'boys')

/** Form values of a new count. */
export const zeros: TextValues = Object.fromEntries(FORM_FIELDS.map((field) => [field, '0']))

/** Form values of a saved count. */
export const toValues = (count: StudentCount): TextValues =>
  Object.fromEntries(FORM_FIELDS.map((field) => [field, String(count[field])]))

/** The typed numbers: 0 for a blank field, NaN for other text. */
export const toCounts = (values: TextValues): Counts =>
  Object.fromEntries(FORM_FIELDS.map((field) => [field, readNumber(values[field] ?? '') ?? 0]))

export const resolver = contractResolver(StudentCountChange, toCounts)

const isFormField = (name: string): name is FormField => name in zeros

/** The label of a field; an unknown name is returned unchanged. */
export const nameOf = (name: string) => (isFormField(name) ? t(`students.col.${name}`) : name)

const RELIGIONS = ['muslim', 'hindu', 'bouddho', 'christian'] as const
const DEPARTMENTS = ['science', 'business', 'humanities'] as const
/** The classes with departments. */
const WITH_DEPARTMENTS: readonly string[] = ['Nine', 'Ten']

const groups = [
  {
    title: 'students.group.girls',
    fields: ['girls', ...RELIGIONS],
    warnings: ['religion'],
  },
  {
    title: 'students.group.department',
    fields: DEPARTMENTS,
    warnings: ['department', 'noDepartments'],
  },
  {
    title: 'students.group.special',
    fields: ['muktiJoddha', 'muktiJoddharSontan', 'autistic', 'physicalDisabled'],
    warnings: [],
  },
] as const

interface CountFieldsProps {
  /** The props of a number's control, by its name. */
  field: (name: string) => Omit<ComponentProps<typeof NumberField>, 'label'>
  counts: Counts
  /** Empty while none is chosen. */
  className: StudentCount['className'] | ''
}

/** The numbers of a count in three groups, with sums and warnings. */
export function CountFields({ field, counts, className }: CountFieldsProps) {
  const warnings = countWarnings(className, counts)
  return groups.map(({ title, fields, warnings: ofGroup }) => (
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
          {title === 'students.group.special' && <LiveSums counts={counts} warnings={warnings} />}
        </div>
        {ofGroup
          .filter((warning) => warnings.includes(warning))
          .map((warning) => (
            <Alert tone="warn" key={warning}>
              <WarningText warning={warning} sums={sumsOf(counts)} />
            </Alert>
          ))}
      </div>
    </fieldset>
  ))
}

interface LiveSumsProps {
  counts: Counts
  warnings: readonly CountWarning[]
}

/** The sums of the typed numbers. */
function LiveSums({ counts, warnings }: LiveSumsProps) {
  const id = useId()
  const { total, religion, department } = sumsOf(counts)
  const isWrong = (...kinds: CountWarning[]) => kinds.some((kind) => warnings.includes(kind))
  const sums = [
    // Not editable here, but part of the total.
    ...(counts.boys ? [{ name: t('students.col.boys'), sum: counts.boys, wrong: false }] : []),
    { name: t('students.sums.total'), sum: total, wrong: false },
    { name: t('students.sums.religion'), sum: religion, wrong: isWrong('religion') },
    {
      name: t('students.sums.department'),
      sum: department,
      wrong: isWrong('department', 'noDepartments'),
    },
  ]
  return (
    <div className="field span-2">
      <span className="label" id={id}>
        {t('students.sums')} <span className="en">{t('students.sums.hint')}</span>
      </span>
      <dl className="livesums" aria-labelledby={id}>
        {sums.map(({ name, sum, wrong }) => (
          <div className={wrong ? 'off' : undefined} key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(sum)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function WarningText({ warning, sums }: { warning: CountWarning; sums: CountSums }) {
  if (warning === 'noDepartments') {
    return (
      <>
        <b>{t('students.warning.noDepartments.title')}</b> {t('students.warning.noDepartments')}
      </>
    )
  }
  const { total, [warning]: sum } = sums
  return (
    <>
      <b>{t('students.warning.gap', { n: formatNumber(Math.abs(total - sum)) })}</b>{' '}
      {t(`students.warning.${warning}`, { sum: formatNumber(sum), total: formatNumber(total) })}
    </>
  )
}

export type Counts = Partial<Record<CountField, number>>

/** `total` is girls plus boys. */
type CountSums = Record<'total' | 'religion' | 'department', number>

/** Sums the numbers of a count; blank and invalid ones count as 0. */
export function sumsOf(counts: Counts): CountSums {
  const sum = (fields: readonly CountField[]) =>
    fields.reduce((total, field) => total + (counts[field] || 0), 0)
  return { total: sum(['girls', 'boys']), religion: sum(RELIGIONS), department: sum(DEPARTMENTS) }
}

/** A sum that does not match the total, or departments in a class that has none. */
export type CountWarning = 'religion' | 'department' | 'noDepartments'

/** Returns the warnings about a count; it can be saved nevertheless. */
export function countWarnings(
  className: StudentCount['className'] | '',
  counts: Counts,
): CountWarning[] {
  const { total, religion, department } = sumsOf(counts)
  const hasDepartments = WITH_DEPARTMENTS.includes(className)
  return [
    ...(religion !== total ? (['religion'] as const) : []),
    ...(hasDepartments && department !== total ? (['department'] as const) : []),
    ...(className !== '' && !hasDepartments && department > 0 ? (['noDepartments'] as const) : []),
  ]
}
