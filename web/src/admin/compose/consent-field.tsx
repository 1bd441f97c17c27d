import { DISTANT } from '@bidyaloy/shared/collections/entry-properties'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { DayField } from '../form/day-field.tsx'
import { RadioPicks } from '../form/radio-picks.tsx'
import { withCopy } from '../t.ts'
import { idOfProperty, type PropertyFieldsProps } from './property-fields.tsx'

const t = withCopy(entriesCopy)

const CHOICES = ['none', 'given', 'distant'] as const

/** Whether parents have consented to the photos of an album, and when. Visitors do not see it. */
export function ConsentField(props: PropertyFieldsProps) {
  const { idPrefix, properties, onChange, errors, readOnly = false } = props
  const { consent = '' } = properties
  const id = idOfProperty(idPrefix, 'consent')
  const chosen = consent === '' ? 'none' : consent === DISTANT ? 'distant' : 'given'
  const values = { none: '', given: dhakaTime(new Date()).iso, distant: DISTANT }
  return (
    <div className="stack stack--3">
      <RadioPicks
        id={id}
        legend={t('consent.label')}
        options={CHOICES.map((value) => ({ value, label: t(`consent.${value}`) }))}
        value={chosen}
        onChange={(choice) => onChange({ consent: values[choice] })}
        disabled={readOnly}
      />
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

/** A hint while no consent is recorded. Publishing stays possible. */
export function ConsentHint({ consent = '' }: { consent?: string | undefined }) {
  return consent === '' ? <p className="hint">{t('consent.hint')}</p> : null
}
