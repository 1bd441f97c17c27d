import type { Kind } from '@bidyaloy/shared/collections/kinds'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { peopleCopy } from '@bidyaloy/shared/features/people/copy'
import { PERSON_FIELDS } from '@bidyaloy/shared/features/people/person-fields'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { withCopy } from '../../../admin/t.ts'
import type { PersonColumn } from './people-columns.ts'
import type { PastedPerson, PeopleSheet } from './people-sheet.ts'

const t = withCopy(peopleCopy, entriesCopy)

const COLUMNS = ['none', 'name', ...PERSON_FIELDS] as const satisfies readonly PersonColumn[]

export function columnText(column: PersonColumn): string {
  return column === 'none' ? t('people.paste.column.none') : t(`person.${column}`)
}

/** Returns the id of the control of a doubtful cell. */
export const idOfCell = (idPrefix: string, row: number, index: number) =>
  `${idPrefix}-${row}-${index}`

interface ColumnTableProps {
  /** Prefix of the ids of cells, see `idOfCell`. */
  idPrefix: string
  sheet: PeopleSheet
  people: readonly PastedPerson[]
  kinds: readonly Kind[]
  onKind: (row: number, id: string) => void
  /** Whether a cell was corrected here; it stays a field. */
  isCorrected: (row: number, index: number) => boolean
  readOnly: boolean
  onChoose: (index: number, column: PersonColumn) => void
  onCorrect: (row: number, index: number, cell: string) => void
}

/** A pasted list with what was recognised over each column, and what is doubtful in its cells. */
export function ColumnTable(props: ColumnTableProps) {
  const { sheet, people, readOnly, onChoose } = props
  const { headings, columns } = sheet
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
    <section className="mapcols-box" tabIndex={0} aria-label={t('people.paste.columns')}>
      <table className="mapcols">
        <thead>
          <tr>
            {columns.map((column, index) => {
              const nth = t('people.paste.column', { n: toBengaliDigits(index + 1) })
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                <th scope="col" key={index} className={outClass(column === 'none')}>
                  <span className="muted">{headings[index]}</span>
                  <select
                    className="input input--select"
                    aria-label={`${nth}: ${headings[index] ?? ''}`}
                    value={column}
                    disabled={readOnly}
                    onChange={({ target }) => {
                      const chosen = COLUMNS.find((one) => one === target.value)
                      if (chosen) onChoose(index, chosen)
                    }}
                  >
                    {COLUMNS.map((one) => (
                      <option key={one} value={one}>
                        {columnText(one)}
                      </option>
                    ))}
                  </select>
                </th>
              )
            })}
            <th scope="col">{t('people.paste.part')}</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal
            <Row {...props} key={row} row={row} person={person} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const outClass = (isOut: boolean) => (isOut ? 'mapcols__out' : undefined)

function Row({
  idPrefix,
  sheet: { columns, rows },
  row,
  person: { title, kind, cells, doubts, leftOut },
  kinds,
  onKind,
  isCorrected,
  readOnly,
  onCorrect,
}: ColumnTableProps & { row: number; person: PastedPerson }) {
  // Where the reason of a row without a name stands, too.
  const reasonAt = Math.max(0, columns.indexOf('name'))
  return (
    <tr>
      {cells.map((cell, index) => {
        const doubt = leftOut && leftOut !== 'long' ? undefined : doubts.get(index)
        const id = idOfCell(idPrefix, row, index)
        const column = columns[index] ?? 'none'
        const isField = column !== 'none' && (doubt !== undefined || isCorrected(row, index))
        const isOut = leftOut !== null || column === 'none'
        return (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
            key={index}
            className={doubt ? 'mapcols__doubt' : outClass(isOut)}
          >
            {isField ? (
              <input
                className="input"
                id={id}
                aria-label={`${columnText(column)}: ${title}`}
                aria-invalid={doubt ? true : undefined}
                aria-describedby={doubt && `${id}-why`}
                autoComplete="off"
                readOnly={readOnly}
                value={rows[row]?.[index] ?? ''}
                onChange={({ target }) => onCorrect(row, index, target.value)}
              />
            ) : (
              cell
            )}
            {doubt && (
              <b className="mapcols__why" id={`${id}-why`}>
                {t(`people.paste.doubt.${doubt}`)}
              </b>
            )}
            {leftOut && index === reasonAt && (
              <b className="mapcols__why">{t(`people.paste.out.${leftOut}`)}</b>
            )}
          </td>
        )
      })}
      <td className={outClass(leftOut !== null)}>
        <select
          className="input input--select"
          aria-label={`${t('people.paste.part')}: ${title}`}
          value={kind}
          disabled={readOnly || leftOut !== null}
          onChange={({ target }) => onKind(row, target.value)}
        >
          {kinds.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </td>
    </tr>
  )
}
