import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import {
  type ChangeEvent,
  type ClipboardEvent,
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useId,
  useRef,
  useState,
} from 'react'
import {
  copiedCells,
  insertLink,
  insertPicture,
  type SelectedText,
  type TextEdit,
  toggleBold,
} from '../../lib/markdown/markdown-edits.ts'
import {
  blankTable,
  joinTables,
  splitTables,
  type TableRows,
  type TextWithTables,
  withoutTable,
  withTable,
} from '../../lib/markdown/text-tables.ts'
import { writeAsTyped } from '../../lib/write-as-typed.ts'
import { RichText } from '../../school/rich-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { t } from '../t.ts'
import { UndoRow } from './editable-list.tsx'
import { BengaliTextArea } from './fields.tsx'
import { LinkDialog, PictureDialog, type TextPicture } from './markdown-dialogs.tsx'
import { type Edit, MarkdownToolbar } from './markdown-toolbar.tsx'
import { TableBlock } from './table-block.tsx'
import '../../styles/prose.css'
import './markdown-field.css'

interface MarkdownFieldProps {
  id: string
  label: ReactNode
  hint: ReactNode
  error: string | undefined
  text: string
  onText: (text: string) => void
  /** The limit of the API, in UTF-16 units. */
  max: number
  readOnly: boolean
  /** Whether the preview is folded until opened, instead of beside the field. */
  folded?: boolean
  /** Offers pictures; absent where texts have none. */
  pictures?: TextPictures
}

interface TextPictures {
  list: readonly TextPicture[]
  /** Opens the file dialog; used while the entry has no picture. */
  onAdd: () => void
}

/**
 * A text in Markdown with a toolbar that formats the selection, and a preview. Its tables are shown
 * as tables, between fields for the text around them.
 */
export function MarkdownField({
  id,
  label,
  hint,
  error,
  text,
  onText,
  max,
  readOnly,
  folded = false,
  pictures,
}: MarkdownFieldProps) {
  const box = useRef<HTMLDivElement>(null)
  const { texts, tables, undoable, ...parts } = useTextParts(text, onText)
  const commands = useTextCommands({ id, box, texts, tables, change: parts.change, readOnly })
  const { apply, linking, setLinking, picking, setPicking } = commands
  const areaProps = (at: number) => ({
    value: texts[at] ?? '',
    onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) => parts.write(at, target.value),
    ...commands.areaProps(at),
  })
  return (
    <div className={folded ? 'editor editor--folded' : 'editor'} ref={box}>
      <div className="stack editor__write">
        <BengaliTextArea
          {...areaProps(0)}
          id={id}
          label={label}
          hint={hint}
          error={error}
          rows={tables.length > 0 ? 2 : folded ? 4 : 16}
          toolbar={
            <MarkdownToolbar
              controls={id}
              onEdit={apply}
              onLink={commands.startLink}
              onTable={commands.startTable}
              {...(pictures && { onPicture: () => commands.startPicture(pictures) })}
            />
          }
        />
        {tables.map((rows, at) => {
          const n = toBengaliDigits(at + 1)
          return (
            <Fragment key={n}>
              <TableBlock
                number={at + 1}
                rows={rows}
                readOnly={readOnly}
                onChange={(changed, removed) => {
                  const next = tables.map((table, index) => (index === at ? changed : table))
                  parts.change({ texts, tables: next }, removed)
                }}
                onRemove={() => {
                  parts.change(withoutTable({ texts, tables }, at), t('table.removed', { n }))
                  commands.focusText()
                }}
              />
              <BengaliTextArea
                {...areaProps(at + 1)}
                label={<span className="vh">{t('form.text.more', { n })}</span>}
                rows={2}
              />
            </Fragment>
          )
        })}
        <UndoRow list={{ undoable, undo: parts.undo, announcement: '' }} />
        {(!folded || text !== '') && (
          <p className="hint">
            {t('form.text.length', { n: formatNumber(text.length), max: formatNumber(max) })}
          </p>
        )}
      </div>
      <TextPreview text={text} folded={folded} pictures={pictures?.list ?? []} />
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

interface TextCommandsOptions extends TextWithTables {
  id: string
  box: RefObject<HTMLDivElement | null>
  change: (next: TextWithTables) => void
  readOnly: boolean
}

/** What toolbar, keys and paste do with the field that had the focus last. */
function useTextCommands({ id, box, texts, tables, change, readOnly }: TextCommandsOptions) {
  const [linking, setLinking] = useState<SelectedText | null>(null)
  /** Where a picture is to be inserted, as soon as there is one. */
  const [picking, setPicking] = useState<SelectedText | null>(null)
  /** The field that the toolbar works on: the one that had the focus last. */
  const lastArea = useRef<HTMLTextAreaElement>(null)
  const area = () => (lastArea.current?.isConnected ? lastArea.current : areaOf(id))
  const selection = () => selectionIn(area())
  const apply = (edit: Edit, selected = selection()) => {
    if (selected) applyEdit(area(), edit(selected))
  }
  const addTable = (at: number, place: { start: number; end: number }, rows: TableRows) => {
    change(withTable({ texts, tables }, at, place, rows))
    requestAnimationFrame(() =>
      box.current?.querySelectorAll<HTMLElement>('[data-cell="0-0"]')[at]?.focus(),
    )
  }
  const startTable = () => {
    const selected = selection()
    if (!selected || readOnly) return
    const next = selected.text.indexOf('\n', selected.end)
    const below = next === -1 ? selected.text.length : next
    const at = Number(area()?.dataset.part ?? 0)
    addTable(at, { start: below, end: below }, blankTable(3, 2))
  }
  const startLink = () => {
    if (!readOnly) setLinking(selection())
  }
  const startPicture = (from: TextPictures) => {
    if (readOnly) return
    setPicking(selection())
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
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>, at: number) => {
    const cells = copiedCells(event.clipboardData.getData('text/plain'))
    if (cells === null || readOnly) return
    event.preventDefault()
    const { selectionStart: start, selectionEnd: end } = event.currentTarget
    addTable(at, { start, end }, cells)
  }
  const areaProps = (at: number) => ({
    readOnly,
    'data-part': at,
    onKeyDown,
    onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => onPaste(event, at),
    onFocus: ({ currentTarget }: FocusEvent<HTMLTextAreaElement>) => {
      lastArea.current = currentTarget
      setPicking(null)
    },
  })
  return {
    apply,
    linking,
    setLinking,
    picking,
    setPicking,
    startTable,
    startLink,
    startPicture,
    areaProps,
    focusText: () => area()?.focus(),
  }
}

interface TextPreviewProps {
  text: string
  folded: boolean
  pictures: readonly TextPicture[]
}

/** The text as visitors will see it: beside the field, or folded below it. */
function TextPreview({ text, folded, pictures }: TextPreviewProps) {
  const previewId = useId()
  const shown = useDeferredValue(text)
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
  if (folded) {
    if (text.trim() === '') return null
    return (
      <details className="editor__preview more-fields">
        <summary id={previewId}>
          <Icon name="down" /> {t('form.text.preview')}
        </summary>
        {paper}
      </details>
    )
  }
  return (
    <div className="stack editor__preview">
      <p className="label" id={previewId}>
        {t('form.text.preview')}
      </p>
      {paper}
    </div>
  )
}

/** The texts and tables of a text, as they are typed. */
function useTextParts(text: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState<TextWithTables & { text: string }>({
    text,
    ...splitTables(text),
  })
  const [removed, setRemoved] = useState<{ message: string; before: TextWithTables } | null>(null)
  // Another text was set meanwhile: a draft, a record, a cleared form.
  const { texts, tables } = typed.text === text ? typed : splitTables(text)
  /** @param message what was removed, if that can be undone */
  const change = (next: TextWithTables, message?: string) => {
    const joined = joinTables(next)
    setTyped({ text: joined, ...next })
    setRemoved(message === undefined ? null : { message, before: { texts, tables } })
    onText(joined)
  }
  return {
    texts,
    tables,
    change,
    write: (at: number, written: string) =>
      change({ texts: texts.map((one, index) => (index === at ? written : one)), tables }),
    undoable: removed && { message: removed.message, before: [] },
    undo: () => removed && change(removed.before),
  }
}

function shownPicture(pictures: readonly TextPicture[], file: number, caption: string): ReactNode {
  const shown = pictures.find(({ number }) => number === file)
  return (
    shown && (
      <figure className="figure">
        {shown.image}
        {caption && <figcaption>{caption}</figcaption>}
      </figure>
    )
  )
}

function areaOf(id: string): HTMLTextAreaElement | null {
  const element = document.getElementById(id)
  return element instanceof HTMLTextAreaElement ? element : null
}

function selectionIn(area: HTMLTextAreaElement | null): SelectedText | null {
  return area && { text: area.value, start: area.selectionStart, end: area.selectionEnd }
}

function applyEdit(
  area: HTMLTextAreaElement | null,
  { from, to, insert, start, end }: TextEdit,
): void {
  if (!area || area.readOnly) return
  writeAsTyped(area, from, to, insert)
  area.setSelectionRange(start, end)
}
