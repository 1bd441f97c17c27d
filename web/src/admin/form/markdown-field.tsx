import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import {
  type ClipboardEvent,
  type ComponentPropsWithRef,
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useId,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { type Resolver, useForm } from 'react-hook-form'
import { RichText } from '../../school/rich-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { FormDialog } from '../components/dialogs.tsx'
import { type TextKey, t } from '../t.ts'
import { BengaliTextArea, BengaliTextField } from './fields.tsx'
import {
  completeUrl,
  insertLink,
  insertPicture,
  insertTable,
  isRenderedAsLink,
  type SelectedText,
  type TextEdit,
  tableOfCells,
  toggleBold,
  toggleHeading,
  toggleList,
  toggleSubheading,
} from './markdown-edits.ts'
import { writeAsTyped } from './use-bijoy.ts'
import '../../styles/prose.css'
import './markdown-field.css'

/** A picture that the text can show. */
export interface TextPicture {
  /** The number by which the text names it, counted from 1. */
  number: number
  name: string
  /** Proposed caption; may be empty. */
  caption: string
  image: ReactNode
}

interface MarkdownFieldProps extends Omit<ComponentPropsWithRef<'textarea'>, 'id'> {
  id: string
  label: ReactNode
  hint: ReactNode
  error: string | undefined
  /** The field's value, for the preview. */
  text: string
  /** The limit of the API, in UTF-16 units. */
  max: number
  /** Whether the preview is folded until opened, instead of beside the field. */
  folded?: boolean
  /** Offers pictures; absent where texts have none. */
  pictures?: {
    list: readonly TextPicture[]
    /** Opens the file dialog; used while the entry has no picture. */
    onAdd: () => void
  }
}

type Edit = (selected: SelectedText) => TextEdit

const tools: readonly { text: TextKey; icon: IconName; edit: Edit; keys?: string }[] = [
  { text: 'form.text.heading', icon: 'heading', edit: toggleHeading },
  { text: 'form.text.subheading', icon: 'right', edit: toggleSubheading },
  { text: 'form.text.bold', icon: 'bold', edit: toggleBold, keys: 'B' },
  { text: 'form.text.list', icon: 'list', edit: toggleList },
]

/** A text in Markdown with a toolbar that formats the selection, and a preview. */
export function MarkdownField({
  id,
  error,
  text,
  max,
  folded = false,
  pictures,
  ...area
}: MarkdownFieldProps) {
  const previewId = useId()
  const shown = useDeferredValue(text)
  const [linking, setLinking] = useState<SelectedText | null>(null)
  /** Where a picture is to be inserted, as soon as there is one. */
  const [picking, setPicking] = useState<SelectedText | null>(null)
  const apply = (edit: Edit, selected = selectionIn(id)) => {
    if (selected) applyEdit(id, edit(selected))
  }
  const startLink = () => {
    if (!area.readOnly) setLinking(selectionIn(id))
  }
  const startPicture = (from: NonNullable<typeof pictures>) => {
    if (area.readOnly) return
    setPicking(selectionIn(id))
    if (from.list.length === 0) from.onAdd()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const key = event.code
    if (key !== 'KeyB' && key !== 'KeyK') return
    event.preventDefault()
    if (key === 'KeyB') apply(toggleBold)
    else startLink()
  }
  const onPaste = (event: ClipboardEvent) => {
    const table = tableOfCells(event.clipboardData.getData('text/plain'))
    if (table === null || area.readOnly) return
    event.preventDefault()
    apply((selected) => insertTable(selected, table))
  }
  const paper = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
    <section className="editor__paper prose" aria-labelledby={previewId} tabIndex={0}>
      {shown.trim() === '' ? (
        <p className="muted">{t('form.text.preview.empty')}</p>
      ) : (
        <RichText text={shown} picture={(file, caption) => shownPicture(pictures, file, caption)} />
      )}
    </section>
  )
  return (
    <div className={folded ? 'editor editor--folded' : 'editor'}>
      <div className="stack editor__write">
        <BengaliTextArea
          {...area}
          id={id}
          error={error}
          rows={folded ? 4 : 16}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onFocus={() => setPicking(null)}
          toolbar={
            <Toolbar>
              {tools.map(({ text: tool, icon, edit, keys }, index) => (
                <Button
                  small
                  key={tool}
                  icon={icon}
                  tabIndex={index === 0 ? 0 : -1}
                  aria-controls={id}
                  {...(keys && { 'aria-keyshortcuts': `Control+${keys}`, title: `Ctrl+${keys}` })}
                  onClick={() => apply(edit)}
                >
                  {t(tool)}
                </Button>
              ))}
              <Button
                small
                icon="link"
                tabIndex={-1}
                aria-controls={id}
                aria-keyshortcuts="Control+K"
                title="Ctrl+K"
                onClick={startLink}
              >
                {t('form.text.link')}
              </Button>
              {pictures && (
                <Button
                  small
                  icon="image"
                  tabIndex={-1}
                  aria-controls={id}
                  onClick={() => startPicture(pictures)}
                >
                  {t('form.text.picture')}
                </Button>
              )}
            </Toolbar>
          }
        />
        {(!folded || text !== '') && (
          <p className="hint">
            {t('form.text.length', { n: formatNumber(text.length), max: formatNumber(max) })}
          </p>
        )}
      </div>
      {folded ? (
        text.trim() !== '' && (
          <details className="editor__preview more-fields">
            <summary id={previewId}>
              <Icon name="down" /> {t('form.text.preview')}
            </summary>
            {paper}
          </details>
        )
      ) : (
        <div className="stack editor__preview">
          <p className="label" id={previewId}>
            {t('form.text.preview')}
          </p>
          {paper}
        </div>
      )}
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
      {picking && pictures && pictures.list.length > 0 && (
        <PictureDialog
          pictures={pictures.list}
          onClose={() => setPicking(null)}
          onPick={({ caption, number }) => {
            setPicking(null)
            requestAnimationFrame(() =>
              apply((selected) => insertPicture(selected, caption, number), picking),
            )
          }}
        />
      )}
    </div>
  )
}

function shownPicture(
  pictures: MarkdownFieldProps['pictures'],
  file: number,
  caption: string,
): ReactNode {
  const shown = pictures?.list.find(({ number }) => number === file)
  return (
    shown && (
      <figure className="figure">
        {shown.image}
        {caption && <figcaption>{caption}</figcaption>}
      </figure>
    )
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
  const error = (text: TextKey) => ({ type: 'link', message: t(text) })
  const errors = {
    // Each is checked beside a valid other one.
    ...(!isRenderedAsLink(values.label, '/') && {
      label: error('form.text.linkText.wrong'),
    }),
    ...(!isRenderedAsLink('a', values.href) && { href: error('form.text.linkHref.wrong') }),
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
      title={t('form.text.link.title')}
      onClose={onClose}
      isDirty={isDirty}
      {...(selected && { focus: hrefInput })}
      onSubmit={(event) => {
        // React events bubble through the portal to the surrounding form.
        event.stopPropagation()
        void submit(event)
      }}
      submit={t('form.text.link.insert')}
    >
      <BengaliTextField
        label={t('form.text.linkText')}
        error={errors.label?.message}
        autoComplete="off"
        {...label}
      />
      <TextField
        label={t('form.text.linkHref')}
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

interface PictureDialogProps {
  pictures: readonly TextPicture[]
  onClose: () => void
  onPick: (picture: TextPicture) => void
}

/** Asks which picture the text shows. */
function PictureDialog({ pictures, onClose, onPick }: PictureDialogProps) {
  // Outside the dialog or form that contains the field.
  return createPortal(
    <Dialog title={t('form.text.picture.title')} onClose={onClose}>
      <ul className="dialog__b picturepick">
        {pictures.map((picture) => (
          <li key={picture.number}>
            <button type="button" onClick={() => onPick(picture)}>
              {picture.image}
              <span>{picture.name}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="dialog__f">
        <Button onClick={onClose}>{t('dialog.cancel')}</Button>
      </div>
    </Dialog>,
    document.body,
  )
}
