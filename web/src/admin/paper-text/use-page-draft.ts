import { useState } from 'react'
import { drafts, readFormDraft, storeFormDraft } from '../form/drafts.ts'

/** The typed text of a page and the words that were compared with the picture. */
interface Typed {
  text: string
  /** Numbers of the recognised words. */
  checked: ReadonlySet<number>
  /** The stored text that it began with. */
  base: string
}

const BLANK = { text: '', checked: '' }
const NONE: ReadonlySet<number> = new Set()

/**
 * The text of a page while it is being corrected, stored in this browser.
 * @param name of the draft
 * @param saved the text at the server; shown until something is typed
 */
export function usePageDraft(name: string, saved: string) {
  const [typed, setTyped] = useState(() => readTyped(name))
  const [restored, setRestored] = useState(typed !== null)
  const text = typed?.text ?? saved
  // The numbers belong to the text that was read then.
  const checked = typed && typed.base === saved ? typed.checked : NONE

  const change = (changed: Partial<Pick<Typed, 'text' | 'checked'>>) => {
    const next = { text, checked, base: saved, ...changed }
    if (next.text === saved && next.checked.size === 0) return forget()
    setTyped(next)
    storeFormDraft(name, {
      values: { text: next.text, checked: [...next.checked].join(' ') },
      base: { text: saved, checked: '' },
      version: null,
    })
  }
  const forget = () => {
    drafts.forget(name)
    setTyped(null)
    setRestored(false)
  }
  return { text, checked, isTyped: text !== saved, restored, change, forget }
}

function readTyped(name: string): Typed | null {
  const stored = readFormDraft(name, BLANK)
  if (!stored) return null
  const { text = '', checked = '' } = stored.values
  const numbers = checked.split(' ').filter(Boolean).map(Number)
  return { text, checked: new Set(numbers), base: stored.base.text ?? '' }
}
