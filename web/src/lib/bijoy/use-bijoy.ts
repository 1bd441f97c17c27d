import {
  type ClipboardEvent,
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { parsePastedHtml } from '../parse-pasted-html.ts'
import { type TypedField, writeAsTyped } from '../write-as-typed.ts'

/** What is shown below a field. */
export type BijoyStatus =
  | { kind: 'offered'; text: string; unicode: string; why: 'found' | 'pasted'; held: boolean }
  | { kind: 'taken'; text: string; before: string }
  | { kind: 'nothing' | 'away'; text: string }

/** Texts whose conversion was declined, and texts that have held a form once. */
const declined = new Set<string>()
const held = new Set<string>()
/** Forms held until the converter has loaded, and forms that have already waited for it. */
const waiting = new WeakSet<HTMLFormElement>()
const waited = new WeakSet<HTMLFormElement>()

/**
 * Offers to convert Bijoy text in the field inside `box`: after a paste, when the field loses the
 * focus, and when the text was set by a script. The first submit of a form with such text is held,
 * because visitors would see it.
 * @param onConverted called with the field's text after a conversion or its undo
 */
export function useBijoy(holdsForm: boolean, onConverted: (text: string) => void = () => {}) {
  const box = useRef<HTMLDivElement>(null)
  const [status, setStatus] = useState<BijoyStatus | null>(null)
  const [convertible, setConvertible] = useState(false)
  const seen = useRef('')
  const paste = useRef<BijoyPaste | null>(null)
  const isConverting = useRef(false)

  const field = () => fieldIn(box.current)

  const updateText = (text: string) => {
    seen.current = text
    setConvertible(isConvertible(text))
    setStatus((current) => (current?.text === text ? current : null))
  }

  const check = async (pasted: BijoyPaste | null = null) => {
    const target = field()
    const text = target?.value ?? ''
    if (!target || !isConvertible(text) || declined.has(text)) return
    const bijoy = await loadBijoy()
    if (!bijoy || target.value !== text) return
    const byFont = pasted && withConvertedPaste(text, pasted, bijoy.bijoyToUnicode)
    const unicode = byFont ?? bijoy.suggestUnicode(text)
    if (unicode === null || unicode === text) return
    const why = byFont === null ? 'found' : 'pasted'
    setStatus((current) =>
      current?.text === text && current.kind !== 'nothing'
        ? current
        : { kind: 'offered', text, unicode, why, held: false },
    )
  }

  const write = (target: TypedField | EditedText, text: string) => {
    isConverting.current = true
    if (!('element' in target)) writeAsTyped(target, 0, target.value.length, text)
    else if (!target.readOnly) target.replace(text)
    isConverting.current = false
    updateText(target.value)
  }

  const convert = (unicode: string) => {
    const target = field()
    if (!target) return
    const before = target.value
    write(target, unicode)
    setStatus({ kind: 'taken', text: target.value, before })
    onConverted(target.value)
  }

  // Text set by a script: a title from a file name, a record, a draft, a cleared form.
  useEffect(() => {
    const target = field()
    if (!target || target.value === seen.current) return
    updateText(target.value)
    if (document.activeElement !== elementOf(target)) void check()
  })

  useHeldForm(holdsForm, box, setStatus)

  return {
    box,
    status,
    convertible,
    convert,
    decline: () => {
      if (status) declined.add(status.text)
      setStatus(null)
      field()?.focus()
    },
    undo: () => {
      const target = field()
      if (status?.kind !== 'taken' || !target) return
      declined.add(status.before)
      write(target, status.before)
      onConverted(status.before)
    },
    /** Converts the selection, or without one the whole text. */
    convertSelection: async () => {
      const target = field()
      if (!target || target.readOnly) return
      const { value, selectionStart, selectionEnd } = target
      const bijoy = await loadBijoy()
      if (!bijoy) return setStatus({ kind: 'away', text: value })
      const [from, to] = [selectionStart ?? 0, selectionEnd ?? 0]
      const unicode =
        from < to
          ? value.slice(0, from) + bijoy.bijoyToUnicode(value.slice(from, to)) + value.slice(to)
          : (bijoy.suggestUnicode(value) ?? bijoy.bijoyToUnicode(value))
      if (unicode === value) setStatus({ kind: 'nothing', text: value })
      else convert(unicode)
    },
    events: {
      onFocus: () => {
        void loadBijoy()
        watchPointer()
      },
      onBlur: ({ target }: FocusEvent) => {
        if (target !== elementOf(field())) return
        // An offer that opens now would move a pressed button away from the pointer.
        void pointerReleased().then(() => check())
      },
      // Before an editor changes its text.
      onPasteCapture: ({ clipboardData }: ClipboardEvent) => {
        const target = field()
        paste.current = target && readBijoyPaste(clipboardData, target)
      },
      onInput: ({ nativeEvent }: FormEvent) => {
        const target = field()
        if (!target || isConverting.current) return
        updateText(target.value)
        const pasted = paste.current
        paste.current = null
        const isPaste =
          nativeEvent instanceof InputEvent && /Paste|Drop/.test(nativeEvent.inputType)
        if (isPaste) void check(pasted)
      },
    },
  }
}

/** Holds the first submit of a form whose field in `box` has Bijoy text. */
function useHeldForm(
  holdsForm: boolean,
  box: RefObject<HTMLDivElement | null>,
  setStatus: (status: BijoyStatus) => void,
): void {
  useEffect(() => {
    const form = holdsForm && box.current?.closest('form')
    if (!form) return
    const hold = (event: SubmitEvent) => {
      const text = fieldIn(box.current)?.value ?? ''
      if (waiting.has(form)) return stop(event)
      if (!isConvertible(text) || declined.has(text) || held.has(text)) return
      const { submitter } = event
      if (!loaded && !waited.has(form) && submitter) {
        stop(event)
        waiting.add(form)
        void loadBijoySoon().then(() => {
          waiting.delete(form)
          waited.add(form)
          submitter.click()
        })
        return
      }
      const unicode = loaded?.suggestUnicode(text) ?? null
      if (unicode === null) return
      held.add(text)
      stop(event)
      setStatus({ kind: 'offered', text, unicode, why: 'found', held: true })
    }
    form.addEventListener('submit', hold, true)
    return () => form.removeEventListener('submit', hold, true)
  }, [holdsForm, box, setStatus])
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** The text of an editor, as far as it is converted like that of a field. */
export interface EditedText {
  readonly element: HTMLElement
  readonly value: string
  readonly readOnly: boolean
  readonly selectionStart: number
  readonly selectionEnd: number
  focus: () => void
  /** Replaces the whole text; Ctrl+Z undoes it. */
  replace: (text: string) => void
}

const editedTexts = new WeakMap<Element, EditedText>()

/** Makes the element of an editor a field that `useBijoy` finds in its box. */
export function offerBijoyIn(text: EditedText): void {
  editedTexts.set(text.element, text)
}

function elementOf(field: TypedField | EditedText | null): HTMLElement | null {
  return field && 'element' in field ? field.element : field
}

function fieldIn(box: HTMLElement | null): TypedField | EditedText | null {
  const found = box?.querySelector('input, textarea, [role="textbox"]')
  if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) return found
  return (found && editedTexts.get(found)) ?? null
}

/** Returns the field's text with the paste converted, or null if it does not contain the paste. */
function withConvertedPaste(
  value: string,
  { start, text, words, before }: BijoyPaste,
  bijoyToUnicode: Bijoy['bijoyToUnicode'],
): string | null {
  // A one-line field removes line breaks, and an editor writes them in Markdown.
  const plain = value.includes(text) ? text : insertedIn(value, before)
  const from = value.indexOf(plain, Math.max(0, start - 1))
  if (plain === '' || from < 0) return null
  // Adjacent words are converted together, because signs depend on their neighbours.
  let converted = ''
  let run = ''
  for (const piece of plain.split(/(\s+|\*\*)/)) {
    if (piece.trim() === '' || words.has(piece)) run += piece
    else {
      converted += bijoyToUnicode(run) + piece
      run = ''
    }
  }
  converted += bijoyToUnicode(run)
  return value.slice(0, from) + converted + value.slice(from + plain.length)
}

/** Returns what a text has between the beginning and the end that it shares with another. */
function insertedIn(value: string, before: string): string {
  let start = 0
  while (start < before.length && value[start] === before[start]) start += 1
  let end = 0
  const most = Math.min(value.length, before.length) - start
  while (end < most && value.at(-1 - end) === before.at(-1 - end)) end += 1
  return value.slice(start, value.length - end).trim()
}

/** Bijoy fonts. Fonts whose names end in OMJ contain Unicode. */
const BIJOY_FONT = /(?:^|[^O])MJ\b|bijoy/i

/** A paste with words in a Bijoy font. */
interface BijoyPaste {
  /** Position in the field. */
  start: number
  /** The text of the field before it. */
  before: string
  text: string
  /** The words in a Bijoy font. */
  words: ReadonlySet<string>
}

/** Reads the fonts of a paste from its HTML, as Word writes it. Null without a Bijoy font. */
function readBijoyPaste(
  clipboard: DataTransfer,
  { selectionStart, value: before }: TypedField | EditedText,
): BijoyPaste | null {
  const html = clipboard.getData('text/html')
  if (!BIJOY_FONT.test(html)) return null
  const body = parsePastedHtml(html)
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const words = new Set<string>()
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (!parentElement || !BIJOY_FONT.test(fontOf(parentElement))) continue
    for (const word of (textContent ?? '').split(/\s+/)) if (word) words.add(word)
  }
  const text = clipboard.getData('text/plain')
  return words.size > 0 ? { start: selectionStart ?? 0, before, text, words } : null
}

/** Returns the font that the nearest ancestor names. */
function fontOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const styled = /font-family\s*:([^;]*)/i.exec(at.getAttribute('data-style') ?? '')?.[1]
    const named = styled ?? at.getAttribute('face')
    if (named) return named
  }
  return ''
}

let isWatching = false
let isPressed = false
let onRelease: (() => void)[] = []

/** Tracks whether a mouse button, pen or finger is down. */
function watchPointer(): void {
  if (isWatching) return
  isWatching = true
  const press = () => {
    isPressed = true
  }
  const release = () => {
    isPressed = false
    const ready = onRelease
    onRelease = []
    // After the click event, which follows the release.
    setTimeout(() => {
      for (const resolve of ready) resolve()
    })
  }
  document.addEventListener('pointerdown', press, true)
  for (const end of ['pointerup', 'pointercancel', 'dragend'] as const) {
    document.addEventListener(end, release, true)
  }
}

/** Resolves when no pointer is down. Until then nothing on the page should move. */
function pointerReleased(): Promise<void> {
  return new Promise((resolve) => {
    if (isPressed) onRelease.push(resolve)
    else resolve()
  })
}

type Bijoy = typeof import('@bidyaloy/shared/lib/bijoy/bijoy')

/** The converter, once it has loaded. */
let loaded: Bijoy | null = null

/** Loads the converter. Resolves to null if it cannot be loaded. */
async function loadBijoy(): Promise<Bijoy | null> {
  try {
    loaded ??= await import('@bidyaloy/shared/lib/bijoy/bijoy')
  } catch {
    // Without a connection the field works without the converter.
  }
  return loaded
}

/** How long a form waits for the converter. */
const LOAD_TIMEOUT_MS = 3000

/** As `loadBijoy`, with a time-out that resolves to null. */
function loadBijoySoon(): Promise<Bijoy | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, LOAD_TIMEOUT_MS, null))
  return Promise.race([loadBijoy(), timeout])
}

const CONVERTIBLE = /[A-Za-z\u00a1-\u00ff\u2020\u2021]/

/** Whether a text may contain Bijoy. */
const isConvertible = (text: string): boolean => CONVERTIBLE.test(text)
