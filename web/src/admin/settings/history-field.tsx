import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { type SettingsTextKey, settingsCopy } from '@bidyaloy/shared/copy/settings-copy'
import {
  type ComponentPropsWithRef,
  type KeyboardEvent,
  useDeferredValue,
  useId,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { type Resolver, useForm } from 'react-hook-form'
import { RichText } from '../../school/rich-text.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { FormDialog } from '../components/dialogs.tsx'
import { BengaliTextArea, BengaliTextField } from '../form/fields.tsx'
import { writeAsTyped } from '../form/use-bijoy.ts'
import { withCopy } from '../t.ts'
import {
  completeUrl,
  insertLink,
  isRenderedAsLink,
  type SelectedText,
  type TextEdit,
  toggleBold,
  toggleHeading,
  toggleList,
} from './markdown-edits.ts'
import '../../styles/prose.css'

const t = withCopy(settingsCopy)

/** The limit of the API, in characters. */
const MAX_LENGTH = 30_000

interface HistoryFieldProps extends Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'value'> {
  id: string
  error: string | undefined
  /** The field's value, for the preview. */
  text: string
}

type Edit = (selected: SelectedText) => TextEdit

const tools: readonly { text: SettingsTextKey; icon: IconName; edit: Edit; keys?: string }[] = [
  { text: 'settings.history.heading', icon: 'news', edit: toggleHeading },
  { text: 'settings.history.bold', icon: 'edit', edit: toggleBold, keys: 'Control+B' },
  { text: 'settings.history.list', icon: 'list', edit: toggleList },
]

/** The history with a toolbar that formats the selection, and a preview. */
export function HistoryField({ id, error, text, ...area }: HistoryFieldProps) {
  const previewId = useId()
  const shown = useDeferredValue(text)
  const [linking, setLinking] = useState<SelectedText | null>(null)
  const apply = (edit: Edit, selected = selectionIn(id)) => {
    if (selected) applyEdit(id, edit(selected))
  }
  const startLink = () => setLinking(selectionIn(id))
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
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard */}
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
            requestAnimationFrame(() =>
              apply((selected) => insertLink(selected, label, href), linking),
            )
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

function selectionIn(id: string): SelectedText | null {
  const area = areaOf(id)
  return area && { text: area.value, start: area.selectionStart, end: area.selectionEnd }
}

function applyEdit(id: string, { from, to, insert, start, end }: TextEdit): void {
  const area = areaOf(id)
  if (!area || area.readOnly) return
  writeAsTyped(area, from, to, insert)
  area.setSelectionRange(start, end)
}

interface LinkDialogProps {
  /** The selected text; empty without a selection. */
  label: string
  onClose: () => void
  onInsert: (label: string, href: string) => void
}

interface TypedLink {
  label: string
  href: string
}

const linkResolver: Resolver<TypedLink> = ({ label, href }) => {
  const values = { label: label.trim(), href: completeUrl(href) }
  const error = (text: SettingsTextKey) => ({ type: 'link', message: t(text) })
  const errors = {
    // Each is checked beside a valid other one.
    ...(!isRenderedAsLink(values.label, '/') && {
      label: error('settings.history.linkText.wrong'),
    }),
    ...(!isRenderedAsLink('a', values.href) && { href: error('settings.history.linkHref.wrong') }),
  }
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
}

/** Asks for the text and the address of a link. */
function LinkDialog({ label: selected, onClose, onInsert }: LinkDialogProps) {
  const form = useForm<TypedLink>({
    defaultValues: { label: selected.replace(/\s+/g, ' ').trim(), href: '' },
    resolver: linkResolver,
  })
  const { errors, isDirty } = form.formState
  // In the order in which invalid fields take the focus.
  const label = form.register('label')
  const { ref: registerHref, ...href } = form.register('href')
  const hrefInput = useRef<HTMLInputElement>(null)
  const submit = form.handleSubmit((link) => onInsert(link.label, link.href))
  // Outside the surrounding form: forms cannot be nested.
  return createPortal(
    <FormDialog
      title={t('settings.history.link.title')}
      onClose={onClose}
      isDirty={isDirty}
      {...(selected && { focus: hrefInput })}
      onSubmit={(event) => {
        // React events bubble through the portal to the surrounding form.
        event.stopPropagation()
        void submit(event)
      }}
      submit={t('settings.history.link.insert')}
    >
      <BengaliTextField
        label={t('settings.history.linkText')}
        error={errors.label?.message}
        autoComplete="off"
        {...label}
      />
      <TextField
        label={t('settings.history.linkHref')}
        error={errors.href?.message}
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
        placeholder="https://"
        {...href}
        ref={(input) => {
          registerHref(input)
          hrefInput.current = input
        }}
      />
    </FormDialog>,
    document.body,
  )
}
