import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays } from '@bidyaloy/shared/lib/bengali/days'
import { useState } from 'react'
import { END_OF_DAY, endOf, momentOf, untilText } from '../entries/timing.ts'
import { RadioPicks } from '../form/radio-picks.tsx'
import { withCopy } from '../t.ts'
import { idOfProperty, type PropertyFieldsProps } from './property-fields.tsx'
import { DateTimeField } from './timing-fields.tsx'

const t = withCopy(entriesCopy)

type Choice = 'none' | 'tonight' | 'tomorrow' | 'other'

/** Until when a notice stands on every page. */
export function UrgentField(props: PropertyFieldsProps) {
  const { idPrefix, properties, onChange, errors, readOnly = false } = props
  const { urgentUntil = '' } = properties
  const [choosesTime, setChoosesTime] = useState(false)
  const id = idOfProperty(idPrefix, 'urgentUntil')
  const today = dhakaTime(new Date()).iso
  const moments: Readonly<Record<Choice, string | null>> = {
    none: '',
    tonight: momentOf(today, END_OF_DAY),
    tomorrow: momentOf(addDays(today, 1), END_OF_DAY),
    other: null,
  }
  const choices = Object.keys(moments) as Choice[]
  const fitting = choices.find((choice) => moments[choice] === urgentUntil) ?? 'other'
  const chosen = choosesTime ? 'other' : fitting
  const choose = (choice: Choice) => {
    setChoosesTime(choice === 'other')
    if (choice !== 'other') onChange({ urgentUntil: moments[choice] ?? '' })
  }
  const { day, time } = urgentUntil ? endOf(urgentUntil) : { day: '', time: END_OF_DAY }
  return (
    <div className="stack stack--3">
      <RadioPicks
        id={id}
        legend={t('urgent.legend')}
        options={choices.map((value) => ({ value, label: t(`urgent.${value}`) }))}
        value={chosen}
        onChange={choose}
        error={chosen === 'other' ? undefined : errors.urgentUntil}
        disabled={readOnly}
      />
      {chosen === 'other' && (
        <DateTimeField
          id={`${id}-other`}
          label={t('urgent.until')}
          hint={t('urgent.hint')}
          error={errors.urgentUntil}
          readOnly={readOnly}
          day={day}
          time={time}
          edge={END_OF_DAY}
          onChange={(day, time) => onChange({ urgentUntil: (day && momentOf(day, time)) || '' })}
          inWords={urgentUntil && t('urgent.inWords', { moment: untilText(urgentUntil) })}
        />
      )}
    </div>
  )
}
