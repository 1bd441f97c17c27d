import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ControlProps, FieldError } from '../../../ui/field.tsx'
import { t } from '../../t.ts'
import { BijoyBox } from '../bijoy-box.tsx'
import type { TextPicture } from './dialogs.tsx'
import type { RichTextEditorProps } from './rich-text-editor.tsx'
import './rich-text.css'

interface RichTextFieldProps {
  id: string
  label: ReactNode
  hint: ReactNode
  error: string | undefined
  /** In the Markdown of `shared/src/lib/markdown.ts`. */
  text: string
  onText: (text: string) => void
  /** The limit of the API, in UTF-16 units. */
  max: number
  readOnly: boolean
  /** Whether it takes two lines only. */
  isLow?: boolean
  /** Offers pictures; absent where texts have none. */
  pictures?: TextPictures
}

export interface TextPictures {
  list: readonly TextPicture[]
  /** Opens the file dialog; used while the entry has no picture. */
  onAdd: () => void
}

type Editor = (props: RichTextEditorProps) => ReactNode

/** Share of the limit from which the length of a low field is shown. */
const NEAR_LIMIT = 0.9

/** The editor, once it has loaded. */
let loaded: Editor | null = null

/** Whether a text has marks that a textarea would show as signs. */
const hasMarks = (text: string) => /\*\*|^##|^- |^\||^!\[|\]\(/m.test(text)

/**
 * A text that is written as it looks. It is a textarea until it is touched and its editor has
 * loaded, and remains one where that fails.
 */
export function RichTextField(props: RichTextFieldProps) {
  const { id, label, hint, error, text, onText, max, readOnly, isLow = false, pictures } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const [Editor, setEditor] = useState(() => loaded)
  /** The selection of the textarea when the editor took its place. */
  const selection = useRef<[number, number] | null>(null)
  const isComposing = useRef(false)
  const show = () => {
    const { current } = area
    // A composition would be torn from its field; the editor is shown when that ends.
    if (!loaded || !current || isComposing.current) return
    if (current === document.activeElement) {
      // Markdown has no space at the end of a line: what is typed next would join the word before it.
      if (/\s$/.test(current.value.slice(0, current.selectionStart))) return
      selection.current = [current.selectionStart, current.selectionEnd]
    }
    // At once: what is typed next belongs to the editor.
    flushSync(() => setEditor(() => loaded))
  }
  const load = async () => {
    try {
      const { RichTextEditor } = await import('./rich-text-editor.tsx')
      loaded = RichTextEditor
    } catch {
      // Without a connection the textarea remains; the next touch tries again.
      return
    }
    show()
  }
  const isMarked = hasMarks(text)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a text has marks
  useEffect(() => {
    if (isMarked && !Editor) void load()
  }, [isMarked])
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const control: ControlProps = {
    id,
    'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <BijoyBox>
      <div className={isLow ? 'field richtext richtext--low' : 'field richtext'}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the text itself is in the tab order */}
        <label
          htmlFor={id}
          id={`${id}-label`}
          onClick={() => Editor && document.getElementById(id)?.focus()}
        >
          {label}
        </label>
        {hint && (
          <p className={Editor && !readOnly ? 'hint richtext__hint' : 'hint'} id={hintId}>
            {hint}
          </p>
        )}
        {Editor ? (
          <Editor
            control={control}
            text={text}
            onText={onText}
            readOnly={readOnly}
            pictures={pictures}
            selection={selection.current}
          />
        ) : (
          <textarea
            {...control}
            className="input input--long"
            ref={area}
            rows={isLow ? 2 : 4}
            readOnly={readOnly}
            value={text}
            onChange={({ target }) => {
              onText(target.value)
              // After the text has reached the form.
              if (loaded) setTimeout(show)
            }}
            onFocus={() => void load()}
            onCompositionStart={() => {
              isComposing.current = true
            }}
            onCompositionEnd={() => {
              isComposing.current = false
              // After the input event of its text.
              setTimeout(show)
            }}
          />
        )}
        <FieldError id={errorId} text={error} />
        {text.length > max * NEAR_LIMIT && (
          <p className="hint">
            {t('form.text.length', { n: formatNumber(text.length), max: formatNumber(max) })}
          </p>
        )}
      </div>
    </BijoyBox>
  )
}
