import { useId } from 'react'
import { workText } from './entries-text.tsx'
import { type ListParams, SORTINGS, STATES } from './list-params.ts'

interface ListToolsProps {
  place: ListParams
  onChange: (change: Partial<Pick<ListParams, 'state' | 'sorting'>>) => void
}

/** Which entries are shown, and in what order. */
export function ListTools({ place, onChange }: ListToolsProps) {
  return (
    <div className="row listtools">
      <Choice
        label={workText('state.label')}
        value={place.state}
        options={STATES}
        textOf={(state) => workText(`state.${state}`)}
        onChoose={(state) => onChange({ state })}
      />
      <Choice
        label={workText('sort.label')}
        value={place.sorting}
        options={SORTINGS}
        textOf={(sorting) => workText(`sort.${sorting}`)}
        onChoose={(sorting) => onChange({ sorting })}
      />
    </div>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  value: T
  options: readonly T[]
  textOf: (option: T) => string
  onChoose: (option: T) => void
}

function Choice<T extends string>({ label, value, options, textOf, onChoose }: ChoiceProps<T>) {
  const id = useId()
  return (
    <div className="choice">
      <label htmlFor={id}>{label}</label>
      <select
        className="input"
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option === target.value)
          if (chosen) onChoose(chosen)
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {textOf(option)}
          </option>
        ))}
      </select>
    </div>
  )
}
