import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { copiedCells } from '../../lib/markdown/markdown-edits.ts'
import { blankTable, type TableRows, withCells } from '../../lib/markdown/text-tables.ts'
import { Button } from '../../ui/button.tsx'
import { t } from '../t.ts'
import { BijoyBox } from './bijoy-box.tsx'
import './table-block.css'

interface TableBlockProps {
  /** From 1. */
  number: number
  rows: TableRows
  readOnly: boolean
  /** @param removed what was removed, for the offer to undo */
  onChange: (rows: TableRows, removed?: string) => void
  onRemove: () => void
}

/** A table of a text, whose cells are fields. */
export function TableBlock({ number, rows, readOnly, onChange, onRemove }: TableBlockProps) {
  const box = useRef<HTMLElement>(null)
  const columns = rows[0]?.length ?? 0
  const focus = (selector: string) =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus())
  const focusCell = (row: number, column: number) => focus(`[data-cell="${row}-${column}"]`)
  const addRow = () => {
    onChange([...rows, ...blankTable(1, columns)])
    focusCell(rows.length, 0)
  }
  const onKeyDown = (event: KeyboardEvent, row: number, column: number) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // A cell has one line. Enter goes to the next row.
    event.preventDefault()
    if (row < rows.length - 1) focusCell(row + 1, column)
    else if (!readOnly) addRow()
  }
  const onPaste = (event: ClipboardEvent, row: number, column: number) => {
    const cells = copiedCells(event.clipboardData.getData('text/plain'))
    if (cells === null || readOnly) return
    event.preventDefault()
    onChange(withCells(rows, row, column, cells))
  }
  const cell = (text: string, row: number, column: number) => {
    const place = { row: toBengaliDigits(row), column: toBengaliDigits(column + 1) }
    return (
      <BijoyBox>
        <textarea
          className="input input--long"
          rows={1}
          data-cell={`${row}-${column}`}
          aria-label={row === 0 ? t('table.heading', place) : t('table.cell', place)}
          readOnly={readOnly}
          value={text}
          onChange={({ target }) => onChange(withCells(rows, row, column, [[target.value]]))}
          onKeyDown={(event) => onKeyDown(event, row, column)}
          onPaste={(event) => onPaste(event, row, column)}
        />
      </BijoyBox>
    )
  }
  const remove = (what: 'row' | 'column', at: number) => {
    const left = without(rows, what, at)
    onChange(left, t(`table.removed.${what}`, { n: toBengaliDigits(what === 'row' ? at : at + 1) }))
    const last = what === 'row' ? left.length - 1 : columns - 2
    focus(`[data-${what}="${Math.min(at, last)}"]`)
  }
  const nthOf = (at: number) => toBengaliDigits(at + 1)
  const nth = t('table.nth', { n: toBengaliDigits(number) })
  return (
    <section className="tableblock" aria-label={nth} ref={box}>
      <div className="tableblock__scroll">
        <table>
          <thead>
            <tr>
              {rows[0]?.map((text, column) => (
                <th key={nthOf(column)} scope="col">
                  {cell(text, 0, column)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.slice(1).map((cells, at) => (
              <tr key={nthOf(at)}>
                {cells.map((text, column) => (
                  <td key={nthOf(column)}>{cell(text, at + 1, column)}</td>
                ))}
                <td>
                  <RemoveButton
                    data-row={at + 1}
                    title={t('table.removeRow', { n: nthOf(at) })}
                    disabled={readOnly || rows.length < 3}
                    onClick={() => remove('row', at + 1)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              {rows[0]?.map((_, column) => (
                <td key={nthOf(column)}>
                  <RemoveButton
                    data-column={column}
                    title={t('table.removeColumn', { n: nthOf(column) })}
                    disabled={readOnly || columns < 2}
                    onClick={() => remove('column', column)}
                  />
                </td>
              ))}
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
      <TableButtons
        nth={nth}
        disabled={readOnly}
        onRow={addRow}
        onColumn={() => {
          onChange(rows.map((cells) => [...cells, '']))
          focusCell(0, columns)
        }}
        onRemove={onRemove}
      />
    </section>
  )
}

interface TableButtonsProps {
  /** The name of the table. */
  nth: string
  disabled: boolean
  onRow: () => void
  onColumn: () => void
  onRemove: () => void
}

function TableButtons({ nth, disabled, onRow, onColumn, onRemove }: TableButtonsProps) {
  return (
    <div className="row">
      <Button small icon="plus" disabled={disabled} onClick={onRow}>
        {t('table.addRow')}
      </Button>
      <Button small icon="plus" disabled={disabled} onClick={onColumn}>
        {t('table.addColumn')}
      </Button>
      <Button small look="danger" icon="trash" disabled={disabled} onClick={onRemove}>
        {t('table.remove')}
        <span className="vh">: {nth}</span>
      </Button>
    </div>
  )
}

/** Returns the rows without one, or without a column. */
function without(rows: TableRows, what: 'row' | 'column', at: number): TableRows {
  return what === 'row'
    ? rows.filter((_, row) => row !== at)
    : rows.map((cells) => cells.filter((_, column) => column !== at))
}

interface RemoveButtonProps {
  title: string
  disabled: boolean
  onClick: () => void
  'data-row'?: number
  'data-column'?: number
}

/** Removes a row or a column, which its `data` attribute names. */
function RemoveButton({ title, ...button }: RemoveButtonProps) {
  return (
    <Button small look="danger" icon="trash" title={title} {...button}>
      <span className="vh">{title}</span>
    </Button>
  )
}
