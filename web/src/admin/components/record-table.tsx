import type { ReactNode, Ref } from 'react'

/** A column of `RecordTable`. */
export interface Column<Row> {
  id: string
  head: ReactNode
  /** Class of its heading and cells. */
  className?: string
  /** Shown before the cell in narrow windows. */
  label?: string
  cell: (row: Row) => ReactNode
}

/** Rows under a heading of their own. */
interface RowGroup<Row> {
  id: string
  name: string
  rows: readonly Row[]
}

interface RecordTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The same rows by group. */
  groups?: readonly RowGroup<Row>[] | undefined
  keyOf: (row: Row) => string
  /** The `data` attributes of a row. */
  rowProps?: (row: Row) => Readonly<Record<`data-${string}`, string | boolean | undefined>>
  className?: string
  isBusy?: boolean
  /** The table's element, for the focus. */
  ref?: Ref<HTMLTableElement>
}

/**
 * A table of records whose rows are cards in narrow windows. The roles are explicit, because
 * `display: block` removes the implicit ones.
 */
export function RecordTable<Row>({
  caption,
  columns,
  rows,
  groups,
  keyOf,
  rowProps,
  className = '',
  isBusy = false,
  ref,
}: RecordTableProps<Row>) {
  const rowOf = (row: Row) => (
    <tr role="row" key={keyOf(row)} {...rowProps?.(row)}>
      {columns.map(({ id, className: ofColumn, label, cell }) => (
        <td role="cell" key={id} className={ofColumn} data-label={label}>
          {cell(row)}
        </td>
      ))}
    </tr>
  )
  return (
    <div className="table-box">
      <table
        className={`table table--stack ${className}`}
        role="table"
        aria-busy={isBusy}
        ref={ref}
      >
        <caption>
          <span className="vh">{caption}</span>
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ id, className: ofColumn, head }) => (
              <th role="columnheader" scope="col" key={id} className={ofColumn}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {groups ? (
          groups.map((group) => (
            <tbody role="rowgroup" aria-label={group.name} key={group.id}>
              <tr role="row" className="table__group">
                <td role="cell" colSpan={columns.length}>
                  {group.name}
                </td>
              </tr>
              {group.rows.map(rowOf)}
            </tbody>
          ))
        ) : (
          <tbody role="rowgroup">{rows.map(rowOf)}</tbody>
        )}
      </table>
    </div>
  )
}
