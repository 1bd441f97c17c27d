import {
  type ClipboardEvent,
  type FocusEvent,
  type FormEvent,
  useEffect,
  useRef,
  useState,
} from 'react'

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

/** Fonts of the family, not those that hold Unicode and end in OMJ. */
const BIJOY_FONT = /(?:^|[^O])MJ\b|bijoy/i

/** What was pasted, as far as its look tells of Bijoy. */
interface BijoyPaste {
  /** Where in the field it went. */
  start: number
  text: string
  /** The words that stood in a Bijoy font. */
  words: ReadonlySet<string>
}

/**
 * What the clipboard's HTML says of the fonts of pasted text: Word names the font of each piece.
 * Null where no piece stands in a Bijoy font.
 */
function readBijoyPaste(clipboard: DataTransfer, start: number): BijoyPaste | null {
  const html = clipboard.getData('text/html')
  if (!BIJOY_FONT.test(html)) return null
  // A document of its own that runs nothing and loads nothing; its styles the browser would refuse
  // aloud, here they are only read.
  const unstyled = html
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    .replace(/\sstyle\s*=/gi, ' data-style=')
  const { body } = new DOMParser().parseFromString(unstyled, 'text/html')
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const words = new Set<string>()
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (!parentElement || !BIJOY_FONT.test(fontOf(parentElement))) continue
    for (const word of (textContent ?? '').split(/\s+/)) if (word) words.add(word)
  }
  return words.size > 0 ? { start, text: clipboard.getData('text/plain'), words } : null
}

/** The font that the nearest element around a text names. */
function fontOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const styled = /font-family\s*:([^;]*)/i.exec(at.getAttribute('data-style') ?? '')?.[1]
    const named = styled ?? at.getAttribute('face')
    if (named) return named
  }
  return ''
}

/** The pasted text with the words of the Bijoy font read as what they show. */
function convertPaste(
  { text, words }: BijoyPaste,
  bijoyToUnicode: (text: string) => string,
): string {
  // Runs of such words in one go, so that marks see what stands beside them.
  let written = ''
  let run = ''
  for (const piece of text.split(/(\s+)/)) {
    if (piece.trim() === '' || words.has(piece)) run += piece
    else {
      written += bijoyToUnicode(run) + piece
      run = ''
    }
  }
  return written + bijoyToUnicode(run)
}

let isWatching = false
let isPressed = false
let restTimer: (() => void)[] = []

/** Knows from now on whether a mouse button, pen or finger is down. */
function watchPointer(): void {
  if (isWatching) return
  isWatching = true
  document.addEventListener('pointerdown', press, true)
  for (const end of ['pointerup', 'pointercancel', 'dragend'] as const) {
    document.addEventListener(end, release, true)
  }
}

function press(): void {
  isPressed = true
}

function release(): void {
  isPressed = false
  const ready = restTimer
  restTimer = []
  // After the click, which comes behind the release.
  setTimeout(() => {
    for (const go of ready) go()
  })
}

/** Once nothing is pressed: until then nothing on the page should move. */
function pointerAtRest(): Promise<void> {
  return new Promise((resolve) => {
    if (isPressed) restTimer.push(resolve)
    else resolve()
  })
}

type Bijoy = typeof import('@bidyaloy/shared/bengali/bijoy')

let loaded: Bijoy | null = null

/** The converter, which comes with the first field that is used; null where it cannot be had. */
async function loadBijoy(): Promise<Bijoy | null> {
  try {
    loaded ??= await import('@bidyaloy/shared/bengali/bijoy')
  } catch {
    // Without a connection the field works all the same.
  }
  return loaded
}

/** The converter where it has come already. */
const bijoyAtHand = (): Bijoy | null => loaded

/** A form waits this long for a converter that is still on its way. */
const PATIENCE_MS = 3000

/** As `loadBijoy`, for what cannot wait for as long as a bad line takes. */
function loadBijoySoon(): Promise<Bijoy | null> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(null), PATIENCE_MS)
    void loadBijoy().then((bijoy) => {
      clearTimeout(late)
      resolve(bijoy)
    })
  })
}

const CONVERTIBLE = /[A-Za-z\u00a1-\u00ff\u2020\u2021]/

/** Whether there is anything that could be Bijoy. */
const isConvertible = (text: string): boolean => CONVERTIBLE.test(text)

type TypedField = HTMLInputElement | HTMLTextAreaElement

/** Puts text in the place of a part of the field as if typed: the form notices, Ctrl+Z undoes it. */
export function writeAsTyped(field: TypedField, from: number, to: number, text: string): void {
  if (field.readOnly || field.disabled) return
  field.focus()
  field.setSelectionRange(from, to)
  // The only way that keeps the browser's own undo; where it is gone, undo is lost with it.
  const done = document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (done) return
  field.setRangeText(text, from, to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
