import { type ReactNode, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'

interface OptionalFieldsProps {
  label: string
  /** Whether something in it is set or wrong: then it does not hide. */
  needed: boolean
  children: ReactNode
}

/** Fields that are seldom wanted, behind one line. */
export function OptionalFields({ label, needed, children }: OptionalFieldsProps) {
  const [wanted, setWanted] = useState(false)
  return (
    <details
      className="more-fields"
      open={wanted || needed}
      onToggle={({ currentTarget }) => setWanted(currentTarget.open)}
    >
      <summary>
        <Icon name="down" /> {label}
      </summary>
      <div className="stack">{children}</div>
    </details>
  )
}
