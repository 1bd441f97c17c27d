import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import {
  type ComponentPropsWithRef,
  type FormEvent,
  type KeyboardEvent,
  useDeferredValue,
  useId,
  useRef,
  useState,
} from 'react'
import { RichText } from '../../school/rich-text.tsx'
import { Button } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { BengaliTextArea, BengaliTextField } from '../form/fields.tsx'
import { writeAsTyped } from '../form/use-bijoy.ts'
import {
  type ChosenText,
  fullAddress,
  insertLink,
  isShownAsLink,
  type TextEdit,
  toggleBold,
  toggleHeading,
  toggleList,
} from './mark-up.ts'
import '../../styles/prose.css'
import { type SettingsTextKey, settingsCopy } from '@bidyaloy/shared/copy/settings-copy'
import { createPortal } from 'react-dom'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(settingsCopy)

/** The limit of the API, in characters. */
const MAX_LENGTH = 30_000

interface HistoryFieldProps extends Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'value'> {
  id: string
  error: string | undefined
  /** The field's value, for the preview. */
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

/** The history with a toolbar that formats the selection, and a preview. */
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
        <div className="row" role="toolbar" aria-label={t('settings.history.tools')}>
          {tools.map(({ text: tool, icon, edit, keys }) => (
            <Button
              small
              key={tool}
              icon={icon}
              aria-controls={id}
              {...(keys && { 'aria-keyshortcuts': keys, title: 'Ctrl+B' })}
              onClick={() => apply(edit)}
            >
              {t(tool)}
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
            {t('settings.history.link')}
          </Button>
        </div>
        <BengaliTextArea
          {...area}
          id={id}
          label={t('settings.history')}
          hint={t('settings.history.hint')}
          error={error}
          rows={16}
          onKeyDown={onKeyDown}
        />
        <p className="hint">
          {t('settings.history.length', {
            n: formatNumber(text.length),
            max: formatNumber(MAX_LENGTH),
          })}
        </p>
      </div>
      <div className="stack history__preview">
        <p className="label" id={previewId}>
          {t('settings.history.preview')}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by key */}
        <section className="history__paper prose" aria-labelledby={previewId} tabIndex={0}>
          {shown.trim() === '' ? (
            <p className="muted">{t('settings.history.preview.empty')}</p>
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
            // The closing dialog restores the focus first.
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

/** Applies an edit and its selection. */
function editText(id: string, { from, to, insert, chosen }: TextEdit): void {
  const area = areaOf(id)
  if (!area || area.readOnly) return
  writeAsTyped(area, from, to, insert)
  area.setSelectionRange(chosen.start, chosen.end)
}

interface LinkDialogProps {
  /** The selected text; empty without a selection. */
  label: string
  onClose: () => void
  onInsert: (label: string, href: string) => void
}

/** A valid address, to validate the label on its own. */
const ANY_PAGE = '/'

/** Asks for the text and the address of a link. */
function LinkDialog({ label: chosen, onClose, onInsert }: LinkDialogProps) {
  const proposed = chosen.replace(/\s+/g, ' ').trim()
  const [label, setLabel] = useState(proposed)
  const [href, setHref] = useState('')
  const [tried, setTried] = useState(false)
  const labelInput = useRef<HTMLInputElement>(null)
  const hrefInput = useRef<HTMLInputElement>(null)
  const address = fullAddress(href)
  const isLabelWrong = !isShownAsLink(label.trim(), ANY_PAGE)
  const isHrefWrong = !isShownAsLink('a', address)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React events bubble through the portal to the surrounding form.
    event.stopPropagation()
    setTried(true)
    if (isLabelWrong) labelInput.current?.focus()
    else if (isHrefWrong) hrefInput.current?.focus()
    else onInsert(label.trim(), address)
  }
  // Beside the page: a form holds no form.
  return createPortal(
    <Dialog
      title={t('settings.history.link.title')}
      onClose={onClose}
      isDirty={label !== proposed || href !== ''}
      focus={chosen ? hrefInput : labelInput}
    >
      <form noValidate onSubmit={submit}>
        <div className="dialog__b">
          <BengaliTextField
            label={t('settings.history.linkText')}
            error={tried && isLabelWrong ? t('settings.history.linkText.wrong') : undefined}
            autoComplete="off"
            value={label}
            onChange={({ target }) => setLabel(target.value)}
            ref={labelInput}
          />
          <TextField
            label={t('settings.history.linkHref')}
            error={tried && isHrefWrong ? t('settings.history.linkHref.wrong') : undefined}
            autoComplete="off"
            inputMode="url"
            spellCheck={false}
            placeholder="https://"
            value={href}
            onChange={({ target }) => setHref(target.value)}
            ref={hrefInput}
          />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit">
            {t('settings.history.link.insert')}
          </Button>
        </div>
      </form>
    </Dialog>,
    document.body,
  )
}
