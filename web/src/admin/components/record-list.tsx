import type { ReactNode, Ref } from 'react'
import './record-list.css'

interface RecordListProps {
  children: ReactNode
  /** The list's element, for the focus. */
  ref?: Ref<HTMLUListElement>
}

/** A list of records with their actions, such as accounts. */
export function RecordList({ children, ref }: RecordListProps) {
  return (
    <ul className="recordlist" ref={ref}>
      {children}
    </ul>
  )
}

interface RecordItemProps {
  /** Written as the user wrote it, in any script. */
  name: string
  badges?: ReactNode
  /** What else there is to know, in its order; null is left out. */
  facts: readonly (string | null)[]
  /** The actions. */
  children?: ReactNode
}

export function RecordItem({ name, badges, facts, children }: RecordItemProps) {
  return (
    <li>
      <div>
        <b dir="auto">{name}</b> {badges}
        <p className="meta">
          {facts.map((fact) => fact !== null && <span key={fact}>{fact}</span>)}
        </p>
      </div>
      {children && <div className="row">{children}</div>}
    </li>
  )
}
