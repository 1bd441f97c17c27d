import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { adminText } from '../admin-text.tsx'
import { mergedValues, proposedSides, type Side, type TextValues } from './record-values.ts'

interface ConflictDialogProps {
  /** What both began with. */
  base: TextValues
  mine: TextValues
  theirs: TextValues
  nameOf: (field: string) => string
  shown?: (field: string, value: string) => string
  /** With the values agreed upon; null: back to the form, nothing is decided. */
  onSettle: (agreed: TextValues | null) => void
}

const SIDES = ['mine', 'theirs'] as const

/** Lays two changes of one record side by side: for each field, one of them stays. */
export function ConflictDialog({
  base,
  mine,
  theirs,
  nameOf,
  shown = (_, value) => value,
  onSettle,
}: ConflictDialogProps) {
  const id = useId()
  const [sides, setSides] = useState(() => proposedSides(base, mine, theirs))
  const fields = Object.keys(sides)
  const values = { mine, theirs }
  const takeAll = (side: Side) => setSides(Object.fromEntries(fields.map((field) => [field, side])))
  return (
    <Dialog title={adminText('form.conflict.title')} onClose={() => onSettle(null)}>
      <div className="dialog__b">
        <p>{adminText('form.conflict.lead')}</p>
        <div className="row">
          {SIDES.map((side) => (
            <Button small key={side} onClick={() => takeAll(side)}>
              {adminText(`form.conflict.all.${side}`)}
            </Button>
          ))}
        </div>
        <div className="conflict">
          {fields.map((field) => (
            <fieldset className="conflict__field" key={field}>
              <legend>{nameOf(field)}</legend>
              {SIDES.map((side) => (
                <label key={side}>
                  <input
                    type="radio"
                    name={`${id}-${field}`}
                    checked={sides[field] === side}
                    onChange={() => setSides({ ...sides, [field]: side })}
                  />
                  <span>
                    <span className="muted">{adminText(`form.conflict.${side}`)}</span>{' '}
                    {/* A blank one must be seen to be blank. */}
                    <b>{shown(field, values[side][field] ?? '') || adminText('form.blank')}</b>
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
        </div>
      </div>
      <div className="dialog__f">
        <Button onClick={() => onSettle(null)}>{adminText('form.conflict.back')}</Button>
        <Button look="primary" onClick={() => onSettle(mergedValues(mine, theirs, sides))}>
          {adminText('form.conflict.save')}
        </Button>
      </div>
    </Dialog>
  )
}
