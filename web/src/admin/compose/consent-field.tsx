import { DISTANT } from '@bidyaloy/shared/collections/entry-properties'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { useId } from 'react'
import { DayField } from '../form/day-field.tsx'
import { withCopy } from '../t.ts'
import { idOfProperty, type PropertyFieldsProps } from './property-fields.tsx'

const t = withCopy(entriesCopy)

const CHOICES = ['none', 'given', 'distant'] as const

/** Whether parents have consented to the photos of an album, and when. Visitors do not see it. */
export function ConsentField(props: PropertyFieldsProps) {
  const { idPrefix, properties, onChange, errors, readOnly = false } = props
  const { consent = '' } = properties
  const name = useId()
  const id = idOfProperty(idPrefix, 'consent')
  const chosen = consent === '' ? 'none' : consent === DISTANT ? 'distant' : 'given'
  const values = { none: '', given: dhakaTime(new Date()).iso, distant: DISTANT }
  return (
    <div className="stack stack--3">
      <fieldset className="picks" disabled={readOnly}>
        <legend>{t('consent.label')}</legend>
        {CHOICES.map((choice) => (
          <label className="pick" key={choice}>
            <input
              type="radio"
              name={name}
              id={choice === 'none' ? id : undefined}
              checked={choice === chosen}
              onChange={() => onChange({ consent: values[choice] })}
            />
            <span>{t(`consent.${choice}`)}</span>
          </label>
        ))}
      </fieldset>
      {chosen === 'given' && (
        <DayField
          id={`${id}-day`}
          label={t('consent.on')}
          error={errors.consent}
          readOnly={readOnly}
          value={consent}
          onChange={(day) => onChange({ consent: day })}
        />
      )}
      <p className="hint">{t('consent.private')}</p>
    </div>
  )
}

/** Says what to think of while parents were not asked; hinders nothing. */
export function ConsentHint({ consent = '' }: { consent?: string | undefined }) {
  return consent === '' ? <p className="hint">{t('consent.hint')}</p> : null
}
