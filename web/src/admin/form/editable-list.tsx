import { type RefObject, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { t } from '../t.ts'

const ROW_TASKS = [
  { task: 'up', icon: 'down' },
  { task: 'down', icon: 'down' },
  { task: 'remove', icon: 'trash' },
] as const
export type RowTask = (typeof ROW_TASKS)[number]['task']

/** A change that can be undone: a removed row, or all rows as they were before. */
type Undo<Row> = { message: string } & ({ row: Row; index: number } | { before: readonly Row[] })

interface EditableListOptions<Row> {
  rows: readonly Row[]
  onChange: (rows: readonly Row[]) => void
  /** CSS selector of a row in the list's element. */
  rowSelector: (index: number) => string
  /** Describes a removed row, beside the undo button. */
  removedText: (row: Row) => string
  /** Announces the new index of a moved row. */
  movedText: (index: number) => string
}

/** A list whose rows can be added, moved, removed and restored. Moves the focus with the rows. */
export function useEditableList<Row, Box extends HTMLElement>({
  rows,
  onChange,
  rowSelector,
  removedText,
  movedText,
}: EditableListOptions<Row>) {
  const box = useRef<Box>(null)
  // Rows have no ids: a change of their order remounts them all.
  const [order, setOrder] = useState(0)
  const [undoable, setUndoable] = useState<Undo<Row> | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const buttonOf = (index: number, task: RowTask) => `${rowSelector(index)} [data-task="${task}"]`

  /** @param focus selector of the control that takes the focus; without it, the add button does */
  const change = (next: readonly Row[], focus: string) => {
    onChange(next)
    setOrder(order + 1)
    // The rows render before the next frame.
    requestAnimationFrame(() => focusIn(box, focus))
  }
  return {
    box,
    undoable,
    announcement,
    change,
    setUndoable,
    keyOf: (index: number) => `${order}-${index}`,
    /** Replaces all rows by the user's command and focuses the first input of the row at `focused`. */
    put: (next: readonly Row[], focused: number) => {
      setUndoable(null)
      change(next, `${rowSelector(focused)} input`)
    },
    replace: (index: number, row: Row) =>
      onChange(rows.map((present, at) => (at === index ? row : present))),
    /** @param task of a button, or the index to move the row to */
    act: (index: number, task: RowTask | number) => {
      const row = rows[index]
      if (row === undefined) return
      const others = rows.filter((_, at) => at !== index)
      if (task === 'remove') {
        setAnnouncement('')
        setUndoable({ message: removedText(row), row, index })
        change(others, buttonOf(Math.min(index, others.length - 1), task))
        return
      }
      const to = typeof task === 'number' ? task : { up: index - 1, down: index + 1 }[task]
      if (undoable && 'before' in undoable) setUndoable(null)
      setAnnouncement(movedText(to))
      // At either end the pressed button is disabled; the opposite one takes the focus.
      const isAtEnd = to === 0 || to === rows.length - 1
      const other = to === 0 ? 'down' : 'up'
      const isKept = typeof task === 'string' && !isAtEnd
      change(insertedAt(others, to, row), buttonOf(to, isKept ? task : other))
    },
    undo: () => {
      if (!undoable) return
      setUndoable(null)
      if ('before' in undoable) change(undoable.before, `${rowSelector(0)} input`)
      else {
        const { index, row } = undoable
        change(insertedAt(rows, index, row), buttonOf(index, 'remove'))
      }
    },
  }
}

interface UndoRowProps {
  list: Pick<
    ReturnType<typeof useEditableList<unknown, HTMLElement>>,
    'undoable' | 'undo' | 'announcement'
  >
}

/** Says what was removed or moved, with a button that restores what was removed. */
export function UndoRow({ list }: UndoRowProps) {
  return (
    <div className="row" role="status">
      {list.undoable && (
        <>
          <span>{list.undoable.message}</span>
          <Button small icon="undo" onClick={list.undo}>
            {t('toast.undo')}
          </Button>
        </>
      )}
      <span className="vh">{list.announcement}</span>
    </div>
  )
}

function focusIn(box: RefObject<HTMLElement | null>, selector: string): void {
  const target =
    box.current?.querySelector<HTMLElement>(selector) ??
    box.current?.querySelector<HTMLElement>('[data-add]')
  ;(target ?? box.current)?.focus()
}

interface RowButtonsProps {
  /** A task without a text has no button. */
  texts: Readonly<Partial<Record<RowTask, string>>>
  /** Names the row, for screen readers, unless the texts do. */
  subject?: string
  isFirst: boolean
  isLast: boolean
  readOnly?: boolean
  onTask: (task: RowTask) => void
}

/** The buttons of a row: up, down and remove. */
export function RowButtons({
  texts,
  subject,
  isFirst,
  isLast,
  readOnly = false,
  onTask,
}: RowButtonsProps) {
  const disabled = { up: isFirst, down: isLast, remove: false }
  return ROW_TASKS.filter(({ task }) => texts[task]).map(({ task, icon }) => (
    <Button
      small
      key={task}
      {...(task === 'remove' && { look: 'danger' })}
      icon={icon}
      data-task={task}
      title={texts[task]}
      disabled={readOnly || disabled[task]}
      onClick={() => onTask(task)}
    >
      <span className="vh">
        {texts[task]}
        {subject && `: ${subject}`}
      </span>
    </Button>
  ))
}

/** As `Array.prototype.toSpliced`, which is newer than the oldest supported browsers. */
const insertedAt = <T,>(list: readonly T[], index: number, item: T): T[] => [
  ...list.slice(0, index),
  item,
  ...list.slice(index),
]
