import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from '../../ui/field.tsx'

interface RadioPicksProps<T extends string | number | boolean>
  extends Omit<ComponentProps<'fieldset'>, 'id' | 'onChange'> {
  /** Id of the first choice. */
  id?: string
  legend: ReactNode
  /** Whether only screen readers have the legend. */
  hidesLegend?: boolean
  hint?: string
  options: readonly { value: T; label: ReactNode }[]
  /** The chosen value; another one chooses none. */
  value: T | undefined
  onChange: (value: T) => void
  error?: string | undefined
}

/** A choice of one among a few, which are all seen. Children follow the choices. */
export function RadioPicks<T extends string | number | boolean>({
  id,
  legend,
  hidesLegend = false,
  hint,
  options,
  value,
  onChange,
  error,
  children,
  className = 'picks',
  ...fieldset
}: RadioPicksProps<T>) {
  const name = useId()
  const errorId = `${id ?? name}-error`
  return (
    <fieldset className={className} aria-describedby={error && errorId} {...fieldset}>
      <legend className={hidesLegend ? 'vh' : undefined}>{legend}</legend>
      {hint && <p className="hint">{hint}</p>}
      {options.map((option, index) => (
        <label className="pick" key={String(option.value)}>
          <input
            type="radio"
            name={name}
            id={index === 0 ? id : undefined}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
      {children}
      <FieldError id={errorId} text={error} />
    </fieldset>
  )
}
