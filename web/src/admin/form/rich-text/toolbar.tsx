import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { closeHistory, undo } from 'prosemirror-history'
import type { Command } from 'prosemirror-state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  selectedRect,
} from 'prosemirror-tables'
import type { EditorView } from 'prosemirror-view'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from 'react'
import {
  hasStrong,
  headingLevel,
  insertTable,
  isInList,
  linkAt,
  removeLink,
  toggleHeading,
  toggleList,
  toggleStrong,
} from '../../../lib/rich-text/commands.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../t.ts'

interface RichTextToolbarProps {
  view: EditorView
  onLink: () => void
  /** Absent where texts have no pictures. */
  onPicture: (() => void) | undefined
}

/** The tools of a text, seen while it has the focus. In a table, its tools replace those of blocks. */
export function RichTextToolbar({ view, onLink, onPicture }: RichTextToolbarProps) {
  const { state } = view
  const run = (act: () => void) => () => {
    // Undo takes back what a tool did, not what was typed before.
    view.dispatch(closeHistory(view.state.tr))
    act()
    view.focus()
  }
  const command = (of: Command) => run(() => void of(view.state, view.dispatch, view))
  return (
    <Toolbar onEscape={() => view.focus()}>
      <Tool
        icon="bold"
        keys="B"
        tabIndex={0}
        aria-pressed={hasStrong(state)}
        onClick={command(toggleStrong)}
      >
        <Name>{t('form.text.bold')}</Name>
      </Tool>
      <Tool icon="link" keys="K" onClick={onLink}>
        <Name>{t('form.text.link')}</Name>
      </Tool>
      {linkAt(state).href !== '' && (
        <Tool onClick={run(() => removeLink(view))}>{t('form.text.link.remove')}</Tool>
      )}
      {isInTable(state) ? (
        <TableTools view={view} command={command} />
      ) : (
        <BlockTools view={view} run={run} onPicture={onPicture} />
      )}
      <Tool icon="undo" keys="Z" onClick={command(undo)}>
        <Name>{t('form.text.undo')}</Name>
      </Tool>
    </Toolbar>
  )
}

interface BlockToolsProps {
  view: EditorView
  run: (act: () => void) => () => void
  onPicture: (() => void) | undefined
}

function BlockTools({ view, run, onPicture }: BlockToolsProps) {
  const { state } = view
  return (
    <>
      <Tool icon="list" aria-pressed={isInList(state)} onClick={run(() => toggleList(view))}>
        <Name>{t('form.text.list')}</Name>
      </Tool>
      <Tool icon="table" onClick={run(() => insertTable(view, BLANK_TABLE))}>
        <Name>{t('form.text.table')}</Name>
      </Tool>
      {onPicture && (
        <Tool icon="image" onClick={onPicture}>
          <Name>{t('form.text.picture')}</Name>
        </Tool>
      )}
      <Tool aria-pressed={headingLevel(state) === 2} onClick={run(() => toggleHeading(view, 2))}>
        {t('form.text.heading')}
      </Tool>
      <Tool aria-pressed={headingLevel(state) === 3} onClick={run(() => toggleHeading(view, 3))}>
        {t('form.text.subheading')}
      </Tool>
    </>
  )
}

const BLANK_TABLE = [
  ['', ''],
  ['', ''],
  ['', ''],
]

interface TableToolsProps {
  view: EditorView
  command: (of: Command) => () => void
}

function TableTools({ view, command }: TableToolsProps) {
  const { top, left, map } = selectedRect(view.state)
  const row = toBengaliDigits(top)
  const column = toBengaliDigits(left + 1)
  return (
    <>
      <Tool icon="plus" aria-label={t('table.addRow')} onClick={command(addRowAfter)}>
        {t('table.row')}
      </Tool>
      <Tool icon="plus" aria-label={t('table.addColumn')} onClick={command(addColumnAfter)}>
        {t('table.column')}
      </Tool>
      {/* A table has headings and a row. */}
      {top > 0 && map.height > 2 && (
        <Tool
          icon="trash"
          aria-label={t('table.removeRow', { n: row })}
          onClick={command(deleteRow)}
        >
          {t('table.row')} {row}
        </Tool>
      )}
      {map.width > 1 && (
        <Tool
          icon="trash"
          aria-label={t('table.removeColumn', { n: column })}
          onClick={command(deleteColumn)}
        >
          {t('table.column')} {column}
        </Tool>
      )}
      <Tool icon="trash" aria-label={t('table.remove')} onClick={command(deleteTable)}>
        {t('form.text.table')}
      </Tool>
    </>
  )
}

interface ToolProps extends Omit<ComponentProps<typeof Button>, 'small'> {
  /** The key that does the same with Ctrl. */
  keys?: string
}

function Tool({ keys, ...button }: ToolProps) {
  return (
    <Button
      small
      tabIndex={-1}
      {...(keys && { 'aria-keyshortcuts': `Control+${keys}`, title: `Ctrl+${keys}` })}
      {...(button['aria-label'] && { title: button['aria-label'] })}
      {...button}
    />
  )
}

/** The name of a tool, which on phones has its icon only. */
function Name({ children }: { children: ReactNode }) {
  return <span className="richtext__name">{children}</span>
}

/** One tab stop: arrow keys, Home and End move between its buttons. */
function Toolbar({ children, onEscape }: { children: ReactNode; onEscape: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // A dialog around the text stays open.
      event.preventDefault()
      event.stopPropagation()
      onEscape()
      return
    }
    const buttons = Array.from(box.current?.querySelectorAll('button') ?? [])
    const at = buttons.findIndex((button) => button.matches(':focus'))
    const targets: Record<string, number> = {
      ArrowLeft: (at + buttons.length - 1) % buttons.length,
      ArrowRight: (at + 1) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    }
    const to = targets[event.key]
    if (to === undefined) return
    event.preventDefault()
    buttons[to]?.focus()
  }
  return (
    <div
      className="richtext__tools"
      role="toolbar"
      aria-label={t('form.text.tools')}
      tabIndex={-1}
      ref={box}
      onKeyDown={onKeyDown}
      // The selection stays in the text.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </div>
  )
}
