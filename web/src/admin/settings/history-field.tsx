import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import {
  type ComponentPropsWithRef,
  type KeyboardEvent,
  useDeferredValue,
  useId,
  useState,
} from 'react'
import { RichText } from '../../school/rich-text.tsx'
import { Button } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { BengaliTextArea } from '../form/bengali-field.tsx'
import { writeAsTyped } from '../form/write-as-typed.ts'
import { LinkDialog } from './link-dialog.tsx'
import {
  type ChosenText,
  insertLink,
  type TextEdit,
  toggleBold,
  toggleHeading,
  toggleList,
} from './mark-up.ts'
import { type SettingsTextKey, settingsText } from './settings-text.tsx'
import '../../styles/prose.css'

/** As the contract has it. */
const MAX_LENGTH = 30_000

interface HistoryFieldProps extends Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'value'> {
  id: string
  error: string | undefined
  /** What stands in the field, for the preview beside it. */
  text: string
}

const tools: readonly {
  text: SettingsTextKey
  icon: IconName
  edit: (chosen: ChosenText) => TextEdit
  keys?: string
}[] = [
  { text: 'settings.history.heading', icon: 'news', edit: toggleHeading },
  { text: 'settings.history.bold', icon: 'edit', edit: toggleBold, keys: 'Control+B' },
  { text: 'settings.history.list', icon: 'list', edit: toggleList },
]

/** The history with buttons that mark up what is chosen, and beside it how visitors read it. */
export function HistoryField({ id, error, text, ...area }: HistoryFieldProps) {
  const previewId = useId()
  const shown = useDeferredValue(text)
  const [linking, setLinking] = useState<ChosenText | null>(null)
  const apply = (edit: (chosen: ChosenText) => TextEdit, chosen = chosenIn(id)) => {
    if (chosen) editText(id, edit(chosen))
  }
  const startLink = () => setLinking(chosenIn(id))
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const key = event.code
    if (key !== 'KeyB' && key !== 'KeyK') return
    event.preventDefault()
    if (key === 'KeyB') apply(toggleBold)
    else startLink()
  }
  return (
    <div className="history">
      <div className="stack history__write">
        <div className="row" role="toolbar" aria-label={settingsText('settings.history.tools')}>
          {tools.map(({ text: tool, icon, edit, keys }) => (
            <Button
              small
              key={tool}
              icon={icon}
              aria-controls={id}
              {...(keys && { 'aria-keyshortcuts': keys, title: 'Ctrl+B' })}
              onClick={() => apply(edit)}
            >
              {settingsText(tool)}
            </Button>
          ))}
          <Button
            small
            icon="ext"
            aria-controls={id}
            aria-keyshortcuts="Control+K"
            title="Ctrl+K"
            onClick={startLink}
          >
            {settingsText('settings.history.link')}
          </Button>
        </div>
        <BengaliTextArea
          {...area}
          id={id}
          label={settingsText('settings.history')}
          hint={settingsText('settings.history.hint')}
          error={error}
          rows={16}
          onKeyDown={onKeyDown}
        />
        <p className="hint">
          {settingsText('settings.history.length', {
            n: formatNumber(text.length),
            max: formatNumber(MAX_LENGTH),
          })}
        </p>
      </div>
      <div className="stack history__preview">
        <p className="label" id={previewId}>
          {settingsText('settings.history.preview')}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by key */}
        <section className="history__paper prose" aria-labelledby={previewId} tabIndex={0}>
          {shown.trim() === '' ? (
            <p className="muted">{settingsText('settings.history.preview.empty')}</p>
          ) : (
            <RichText text={shown} />
          )}
        </section>
      </div>
      {linking && (
        <LinkDialog
          label={linking.text.slice(linking.start, linking.end)}
          onClose={() => setLinking(null)}
          onInsert={(label, href) => {
            setLinking(null)
            // The dialog gives the focus back first.
            requestAnimationFrame(() => apply((chosen) => insertLink(chosen, label, href), linking))
          }}
        />
      )}
    </div>
  )
}

function areaOf(id: string): HTMLTextAreaElement | null {
  const element = document.getElementById(id)
  return element instanceof HTMLTextAreaElement ? element : null
}

function chosenIn(id: string): ChosenText | null {
  const area = areaOf(id)
  return area && { text: area.value, start: area.selectionStart, end: area.selectionEnd }
}

/** Makes an edit, and chooses what it says. */
function editText(id: string, { from, to, insert, chosen }: TextEdit): void {
  const area = areaOf(id)
  if (!area || area.readOnly) return
  writeAsTyped(area, from, to, insert)
  area.setSelectionRange(chosen.start, chosen.end)
}
