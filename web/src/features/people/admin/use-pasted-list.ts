import type { Kind } from '@bidyaloy/shared/collections/kinds'
import { proposedKind } from '@bidyaloy/shared/collections/proposals'
import { useCallback, useMemo, useState } from 'react'
import { drafts } from '../../../admin/form/drafts.ts'
import { convertCells } from '../../../lib/bijoy/convert-cells.ts'
import { parseTextTable } from '../../../lib/tables/text-table.ts'
import type { PersonColumn } from './people-columns.ts'
import { type PeopleSheet, readPeopleSheet } from './people-sheet.ts'

/** Name of the draft of pasted text. */
const DRAFT = 'peoplePaste'

const cellKey = (row: number, index: number) => `${row}:${index}`

export type PastedList = ReturnType<typeof usePastedList>

/** A pasted list with what was chosen and corrected in its preview. The text survives a reload. */
export function usePastedList(kinds: readonly Kind[]) {
  const [draft] = useState(() => drafts.read(DRAFT))
  const [text, setText] = useState(draft.text ?? '')
  const [chosenKind, setKind] = useState(draft.kind)
  const kind = kinds.find(({ id }) => id === chosenKind)?.id ?? ''
  /** The kinds that were chosen for one row each. */
  const [ownKinds, setOwnKinds] = useState<Readonly<Record<number, string>>>({})
  /** The columns that were chosen by hand, by their index. */
  const [chosen, setChosen] = useState<Readonly<Record<number, PersonColumn>>>({})
  /** The cells that were corrected in the preview, by row and column: «3:5». */
  const [corrected, setCorrected] = useState<Readonly<Record<string, string>>>({})
  /** Whether Bijoy text becomes Unicode. */
  const [isConverted, setConverted] = useState(true)
  const store = (change: { text?: string; kind?: string }) =>
    drafts.store(DRAFT, { text, kind, ...change })
  const typed = useMemo(() => parseTextTable(text.trim()), [text])
  const unicode = useMemo(() => convertCells(typed), [typed])
  const table = unicode && isConverted ? unicode : typed
  const sheet = useMemo((): PeopleSheet => {
    const found = readPeopleSheet(table)
    return {
      ...found,
      columns: found.columns.map((column, index) => chosen[index] ?? column),
      rows: found.rows.map((cells, row) =>
        found.columns.map((_, index) => corrected[cellKey(row, index)] ?? cells[index] ?? ''),
      ),
    }
  }, [table, chosen, corrected])
  return {
    text,
    put: (next: string) => {
      setText(next)
      setChosen({})
      setCorrected({})
      setOwnKinds({})
      setConverted(true)
      store({ text: next })
    },
    forget: () => drafts.forget(DRAFT),
    /** Id of the kind of all people; empty: by their posts. */
    kind,
    setKind: (id: string) => {
      setKind(id)
      setOwnKinds({})
      store({ kind: id })
    },
    /** Returns the id of the kind of a row's person. */
    kindOf: useCallback(
      (row: number, post: string) => {
        const proposed = proposedKind('people', post)
        const known = [ownKinds[row], kind, proposed].find((id) =>
          kinds.some((one) => one.id === id),
        )
        return known ?? kinds[0]?.id ?? ''
      },
      [kinds, kind, ownKinds],
    ),
    setOwnKind: (row: number, id: string) => setOwnKinds({ ...ownKinds, [row]: id }),
    hasBijoy: unicode !== null,
    isConverted,
    setConverted,
    sheet,
    choose: (index: number, column: PersonColumn) => {
      // A column can stand only once.
      const other = sheet.columns.indexOf(column)
      setChosen({
        ...chosen,
        ...(column !== 'none' && other >= 0 && { [other]: 'none' }),
        [index]: column,
      })
    },
    correct: (row: number, index: number, cell: string) =>
      setCorrected({ ...corrected, [cellKey(row, index)]: cell }),
    isCorrected: (row: number, index: number) => cellKey(row, index) in corrected,
  }
}
