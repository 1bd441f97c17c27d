import {
  type ClipboardEvent,
  type FocusEvent,
  type FormEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { bijoyAtHand, isConvertible, loadBijoy, loadBijoySoon } from './bijoy.ts'
import { type BijoyPaste, convertPaste, readBijoyPaste } from './bijoy-paste.ts'
import { pointerAtRest, watchPointer } from './pointer-rest.ts'
import { type TypedField, writeAsTyped } from './write-as-typed.ts'

export type BijoyStanding =
  | { kind: 'offered'; text: string; unicode: string; why: 'found' | 'pasted'; held: boolean }
  | { kind: 'taken'; text: string; before: string }
  | { kind: 'nothing' | 'away'; text: string }

/** Texts for which the offer was declined, and those with which a form was held back once. */
const declined = new Set<string>()
const held = new Set<string>()
/** Forms that are held until the converter is there, and those that have waited for it once. */
const waiting = new WeakSet<HTMLFormElement>()
const waited = new WeakSet<HTMLFormElement>()

/**
 * Looks after the field in a box: what looks like Bijoy after a paste, on leaving the field, or
 * where it came by itself (a file's name, a record) is offered in Unicode. A form with such text
 * is held back once, because what goes out unread is seen by everybody.
 */
export function useBijoy(holdsForm: boolean, onTaken: (text: string) => void = () => {}) {
  const box = useRef<HTMLDivElement>(null)
  const [standing, setStanding] = useState<BijoyStanding | null>(null)
  const [convertible, setConvertible] = useState(false)
  const seen = useRef('')
  const paste = useRef<BijoyPaste | null>(null)
  const isWriting = useRef(false)

  const field = () => fieldIn(box.current)

  const notice = (text: string) => {
    seen.current = text
    setConvertible(isConvertible(text))
    setStanding((now) => (now?.text === text ? now : null))
  }

  const check = async (pasted: BijoyPaste | null = null) => {
    const target = field()
    const text = target?.value ?? ''
    if (!target || !isConvertible(text) || declined.has(text)) return
    const bijoy = await loadBijoy()
    if (!bijoy || target.value !== text) return
    const byFont = pasted && withPaste(text, pasted, bijoy.bijoyToUnicode)
    const unicode = byFont ?? bijoy.suggestUnicode(text)
    if (unicode === null || unicode === text) return
    const why = byFont === null ? 'found' : 'pasted'
    setStanding((now) =>
      now?.text === text && now.kind !== 'nothing'
        ? now
        : { kind: 'offered', text, unicode, why, held: false },
    )
  }

  const write = (target: TypedField, text: string) => {
    isWriting.current = true
    writeAsTyped(target, 0, target.value.length, text)
    isWriting.current = false
    notice(target.value)
  }

  const take = (unicode: string) => {
    const target = field()
    if (!target) return
    const before = target.value
    write(target, unicode)
    setStanding({ kind: 'taken', text: target.value, before })
    onTaken(target.value)
  }

  // What came by itself: the title from a file's name, a record, a draft, a form made empty.
  useEffect(() => {
    const target = field()
    if (!target || target.value === seen.current) return
    notice(target.value)
    if (document.activeElement !== target) void check()
  })

  useEffect(() => {
    const form = holdsForm && fieldIn(box.current)?.form
    if (!form) return
    const hold = (event: SubmitEvent) => {
      const text = fieldIn(box.current)?.value ?? ''
      if (waiting.has(form)) return stop(event)
      if (!isConvertible(text) || declined.has(text) || held.has(text)) return
      const { submitter } = event
      if (!bijoyAtHand() && !waited.has(form) && submitter) {
        stop(event)
        waiting.add(form)
        void loadBijoySoon().then(() => {
          waiting.delete(form)
          waited.add(form)
          submitter.click()
        })
        return
      }
      const unicode = bijoyAtHand()?.suggestUnicode(text) ?? null
      if (unicode === null) return
      held.add(text)
      stop(event)
      setStanding({ kind: 'offered', text, unicode, why: 'found', held: true })
    }
    form.addEventListener('submit', hold, true)
    return () => form.removeEventListener('submit', hold, true)
  }, [holdsForm])

  return {
    box,
    standing,
    convertible,
    take,
    keep: () => {
      if (standing) declined.add(standing.text)
      setStanding(null)
      field()?.focus()
    },
    undo: () => {
      const target = field()
      if (standing?.kind !== 'taken' || !target) return
      declined.add(standing.before)
      write(target, standing.before)
      onTaken(standing.before)
    },
    /** Converts what is selected, or else all. */
    force: async () => {
      const target = field()
      if (!target || target.readOnly || target.disabled) return
      const { value, selectionStart, selectionEnd } = target
      const bijoy = await loadBijoy()
      if (!bijoy) return setStanding({ kind: 'away', text: value })
      const [from, to] = [selectionStart ?? 0, selectionEnd ?? 0]
      const unicode =
        from < to
          ? value.slice(0, from) + bijoy.bijoyToUnicode(value.slice(from, to)) + value.slice(to)
          : (bijoy.suggestUnicode(value) ?? bijoy.bijoyToUnicode(value))
      if (unicode === value) setStanding({ kind: 'nothing', text: value })
      else take(unicode)
    },
    events: {
      onFocus: () => {
        void loadBijoy()
        watchPointer()
      },
      onBlur: ({ target }: FocusEvent) => {
        if (target !== field()) return
        // An offer that opened under a pressed button would push it away from the pointer.
        void pointerAtRest().then(() => check())
      },
      onPaste: ({ clipboardData, target }: ClipboardEvent) => {
        paste.current = isTypedField(target)
          ? readBijoyPaste(clipboardData, target.selectionStart ?? 0)
          : null
      },
      onInput: ({ nativeEvent }: FormEvent) => {
        const target = field()
        if (!target || isWriting.current) return
        notice(target.value)
        const pasted = paste.current
        paste.current = null
        const isPaste =
          nativeEvent instanceof InputEvent && /Paste|Drop/.test(nativeEvent.inputType)
        if (isPaste) void check(pasted)
      },
    },
  }
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

function isTypedField(target: EventTarget | null | undefined): target is TypedField {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

function fieldIn(box: HTMLElement | null): TypedField | null {
  const found = box?.querySelector('input, textarea')
  return isTypedField(found) ? found : null
}

/** The field's text with what was pasted in it converted; null where it went in otherwise. */
function withPaste(
  value: string,
  paste: BijoyPaste,
  bijoyToUnicode: (text: string) => string,
): string | null {
  // A field of one line takes the breaks out.
  const plain = value.includes(paste.text) ? paste.text : paste.text.replace(/[\r\n]+/g, ' ').trim()
  const start = value.indexOf(plain, Math.max(0, paste.start - 1))
  if (plain === '' || start < 0) return null
  const converted = convertPaste({ ...paste, text: plain }, bijoyToUnicode)
  return value.slice(0, start) + converted + value.slice(start + plain.length)
}
