import { validationText } from '@bidyaloy/shared/api/issue-text'
import { CLASS_NAMES, GroupKey, SECTIONS, SHIFTS } from '@bidyaloy/shared/school/student-count'
import { SelectField } from '../form/fields.tsx'
import { t } from '../t.ts'

/** What is chosen so far; an empty text where nothing is. */
export type Chosen = Readonly<Record<keyof GroupKey, string>>
export const NOTHING_CHOSEN: Chosen = { className: '', shift: '', section: '' }

/** The class, shift and section, once all three are chosen. */
export function groupOf(chosen: Chosen): GroupKey | null {
  const parsed = GroupKey.safeParse(chosen)
  return parsed.success ? parsed.data : null
}

const selects = [
  {
    name: 'className',
    label: t('students.col.class'),
    missing: validationText('valid.enum.class').bn,
    options: CLASS_NAMES.map((value) => ({ value, label: t.both(`enum.class.${value}`) })),
  },
  {
    name: 'shift',
    label: t('students.col.shift'),
    missing: validationText('valid.enum.shift').bn,
    options: SHIFTS.map((value) => ({ value, label: t.both(`enum.shift.${value}`) })),
  },
  {
    name: 'section',
    label: t('students.col.section'),
    missing: validationText('valid.enum.section').bn,
    options: SECTIONS.map((value) => ({ value, label: t.both(`enum.section.${value}`) })),
  },
] as const

interface GroupPickerProps {
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  /** Whether those not chosen are pointed out. */
  asked: boolean
  id: string
}

/** Id of one of the three lists, to which an error summary leads. */
export const selectId = (id: string, name: string) => `${id}-${name}`

/** Class, shift and section: together they name a count. */
export function GroupPicker({ chosen, onChoose, asked, id }: GroupPickerProps) {
  return (
    <div className="grid3">
      {selects.map(({ name, label, missing, options }) => (
        <SelectField
          key={name}
          id={selectId(id, name)}
          name={name}
          label={label}
          options={options}
          value={chosen[name]}
          required
          onChange={({ target }) => onChoose({ ...chosen, [name]: target.value })}
          error={asked && chosen[name] === '' ? missing : undefined}
        />
      ))}
    </div>
  )
}

/** The first that is not chosen yet, for the focus. */
export const firstMissing = (chosen: Chosen) =>
  selects.find(({ name }) => chosen[name] === '')?.name
