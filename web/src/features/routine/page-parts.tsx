import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { t } from './t.ts'
import '../../styles/tables.css'

/** A button that prints the page; browsers without script have their own. */
export function PrintButton() {
  return (
    <button className="btn" type="button" data-needs="script" onClick={() => print()}>
      <Icon name="print" /> {t('routine.print')}
    </button>
  )
}

interface StackedTableProps {
  /** Class of its own look. */
  look: string
  caption?: string
  heads: readonly string[]
  /** Bodies, with the roles that stacked rows need. */
  children: ReactNode
}

/** A table whose rows are stacked where it does not fit. */
export function StackedTable({ look, caption, heads, children }: StackedTableProps) {
  return (
    <div className="table-box">
      <table className={`table table--stack ${look}`} role="table">
        {caption && (
          <caption>
            <span className="vh">{caption}</span>
          </caption>
        )}
        <thead role="rowgroup">
          <tr role="row">
            {heads.map((head) => (
              <th role="columnheader" scope="col" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  )
}
