import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import {
  type SelectedText,
  type TextEdit,
  toggleBold,
  toggleHeading,
  toggleList,
  toggleSubheading,
} from '../../lib/markdown/markdown-edits.ts'
import { Button } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { type TextKey, t } from '../t.ts'

/** Formats the selected text. */
export type Edit = (selected: SelectedText) => TextEdit

const tools: readonly { text: TextKey; icon: IconName; edit: Edit; keys?: string }[] = [
  { text: 'form.text.heading', icon: 'heading', edit: toggleHeading },
  { text: 'form.text.subheading', icon: 'right', edit: toggleSubheading },
  { text: 'form.text.bold', icon: 'bold', edit: toggleBold, keys: 'B' },
  { text: 'form.text.list', icon: 'list', edit: toggleList },
]

interface MarkdownToolbarProps {
  /** Id of the field. */
  controls: string
  onEdit: (edit: Edit) => void
  onLink: () => void
  onTable: () => void
  /** Absent where texts have no pictures. */
  onPicture?: () => void
}

/** The tools of a text in Markdown. */
export function MarkdownToolbar({
  controls,
  onEdit,
  onLink,
  onTable,
  onPicture,
}: MarkdownToolbarProps) {
  const tool = { small: true, tabIndex: -1, 'aria-controls': controls }
  return (
    <Toolbar>
      {tools.map(({ text, icon, edit, keys }, index) => (
        <Button
          {...tool}
          key={text}
          icon={icon}
          tabIndex={index === 0 ? 0 : -1}
          {...(keys && { 'aria-keyshortcuts': `Control+${keys}`, title: `Ctrl+${keys}` })}
          onClick={() => onEdit(edit)}
        >
          {t(text)}
        </Button>
      ))}
      <Button {...tool} icon="link" aria-keyshortcuts="Control+K" title="Ctrl+K" onClick={onLink}>
        {t('form.text.link')}
      </Button>
      <Button {...tool} icon="table" onClick={onTable}>
        {t('form.text.table')}
      </Button>
      {onPicture && (
        <Button {...tool} icon="image" onClick={onPicture}>
          {t('form.text.picture')}
        </Button>
      )}
    </Toolbar>
  )
}

/** One tab stop: arrow keys, Home and End move between its buttons. */
function Toolbar({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const buttons = () => Array.from(box.current?.querySelectorAll('button') ?? [])
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons()
    const at = all.findIndex((button) => button.matches(':focus'))
    const targets: Record<string, number> = {
      ArrowLeft: (at + all.length - 1) % all.length,
      ArrowRight: (at + 1) % all.length,
      Home: 0,
      End: all.length - 1,
    }
    const to = targets[event.key]
    if (to === undefined) return
    event.preventDefault()
    all[to]?.focus()
  }
  return (
    <div
      className="row editor__tools"
      role="toolbar"
      aria-label={t('form.text.tools')}
      tabIndex={-1}
      ref={box}
      onKeyDown={onKeyDown}
      onFocus={({ target }: { target: EventTarget }) => {
        // The button used last is the tab stop.
        if (!(target instanceof HTMLButtonElement)) return
        for (const button of buttons()) button.tabIndex = button === target ? 0 : -1
      }}
    >
      {children}
    </div>
  )
}
