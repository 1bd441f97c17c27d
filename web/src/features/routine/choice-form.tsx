import { pages } from '@bidyaloy/shared/features/routine/paths'
import { routinePath } from '@bidyaloy/shared/features/routine/week'
import { type Group, SECTIONS, SHIFTS } from '@bidyaloy/shared/school/class-groups'
import { CLASS_NAMES } from '@bidyaloy/shared/school/classes'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Icon } from '../../ui/icon.tsx'
import { t } from './t.ts'

interface ChoiceFormProps {
  /** Those with a routine. */
  groups: readonly Group[]
  /** The one that is shown: another choice leads to its page at once. */
  current?: Group
}

/** Chooses a routine. Without script it is sent, and the answer leads to the routine. */
export function ChoiceForm({ groups, current }: ChoiceFormProps) {
  const navigate = useNavigate()
  const id = useId()
  const [chosen, setChosen] = useState(current ?? groups[0])
  if (!chosen) return null
  const choose = (changed: Partial<Group>) => {
    const next = nearestGroup(groups, { ...chosen, ...changed }, changed)
    setChosen(next)
    if (current) void navigate(routinePath(next))
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void navigate(routinePath(chosen))
  }
  const withOwn = [...groups, ...(current ? [current] : [])]
  const has = (part: Partial<Group>) => withOwn.some((group) => matches(group, part))
  return (
    <form
      className="pickrow"
      action={pages.routine}
      aria-label={t('routine.pick')}
      onSubmit={onSubmit}
    >
      <label className="vh" htmlFor={`${id}-class`}>
        {t('routine.class')}
      </label>
      <select
        className="input"
        id={`${id}-class`}
        name="class"
        value={chosen.className}
        onChange={({ target }) => {
          const className = CLASS_NAMES.find((one) => one === target.value)
          if (className) choose({ className })
        }}
      >
        {CLASS_NAMES.filter((className) => has({ className })).map((one) => (
          <option key={one} value={one}>
            {t(`enum.class.${one}`)}
          </option>
        ))}
      </select>
      <label className="vh" htmlFor={`${id}-shift`}>
        {t('routine.shift')}
      </label>
      <select
        className="input"
        id={`${id}-shift`}
        name="shift"
        value={chosen.shift}
        onChange={({ target }) => {
          const shift = SHIFTS.find((one) => one === target.value)
          if (shift) choose({ shift })
        }}
      >
        {SHIFTS.filter((shift) => has({ shift })).map((one) => (
          <option key={one} value={one}>
            {t(`enum.shift.${one}`)}
          </option>
        ))}
      </select>
      <label className="vh" htmlFor={`${id}-section`}>
        {t('routine.section')}
      </label>
      <select
        className="input"
        id={`${id}-section`}
        name="section"
        value={chosen.section}
        onChange={({ target }) => {
          const section = SECTIONS.find((one) => one === target.value)
          if (section) choose({ section })
        }}
      >
        {SECTIONS.filter((section) => has({ section })).map((one) => (
          <option key={one} value={one}>
            {t(`enum.section.${one}`)}
          </option>
        ))}
      </select>
      <button className="btn" type="submit">
        <Icon name="right" />
        <span className={current ? 'vh' : undefined}>{t('routine.show')}</span>
      </button>
    </form>
  )
}

function matches(group: Group, part: Partial<Group>): boolean {
  const { className = group.className, shift = group.shift, section = group.section } = part
  return group.className === className && group.shift === shift && group.section === section
}

/** Returns the wanted group, or one that has a routine and what was chosen last. */
function nearestGroup(groups: readonly Group[], wanted: Group, changed: Partial<Group>): Group {
  const { className, shift } = wanted
  return (
    groups.find((group) => matches(group, wanted)) ??
    groups.find((group) => matches(group, { className, shift, ...changed })) ??
    groups.find((group) => matches(group, { className, ...changed })) ??
    groups.find((group) => matches(group, changed)) ??
    wanted
  )
}
