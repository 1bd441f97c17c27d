import { adminCopy } from '@bidyaloy/shared/copy/admin-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createListeners } from '../lib/listeners.ts'
import { Button } from './button.tsx'

const dialogText = translator(adminCopy)

interface DialogProps {
  title: ReactNode
  /** Called on Escape, Back and cancel; the parent then removes the dialog. */
  onClose: () => void
  /** Whether closing would lose input: Escape and Back ask first. */
  isDirty?: boolean
  /** What gets the focus: a control, or the title of a dialog that is to be read first. Default: the first control. */
  focus?: RefObject<HTMLElement | null> | 'title'
  children: ReactNode
}

/** The open dialogs, topmost last. */
const openDialogs: { requestClose: () => void }[] = []
const firstOpening = createListeners()

/** The open dialogs, for the code that makes Back close the topmost one first. */
export const dialogs = {
  isOpen: () => openDialogs.length > 0,
  /** Closes the topmost dialog, like Escape. */
  closeTop: () => openDialogs.at(-1)?.requestClose(),
  /** Calls its listener when the first dialog opens, until the returned function is called. */
  onOpen: firstOpening.subscribe,
}

/** Makes Back call `requestClose` while the component is rendered. */
export function useClosedByBack(requestClose: () => void): void {
  const entry = useRef({ requestClose })
  useEffect(() => {
    entry.current.requestClose = requestClose
  })
  useEffect(() => {
    const own = entry.current
    openDialogs.push(own)
    if (openDialogs.length === 1) firstOpening.notify()
    return () => {
      openDialogs.splice(openDialogs.indexOf(own), 1)
    }
  }, [])
}

/** A modal dialog, open while rendered. Closing restores the focus. */
export function Dialog({ title, onClose, isDirty = false, focus, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  /** Number of the current question, so each opens on top; 0 if none is open. */
  const [question, setQuestion] = useState(0)
  const requestClose = () => (isDirty ? setQuestion((count) => count + 1) : onClose())
  useClosedByBack(requestClose)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    const first = focus === 'title' ? heading : focus
    first?.current?.focus()
    // Closing before React removes the element lets the browser restore the focus.
    return () => element?.close()
  }, [focus])
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
  return (
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // The cancel event of a file picker bubbles up to here.
        if (event.target !== dialog.current) return
        event.preventDefault()
        requestClose()
      }}
      onClose={(event) => {
        // Browsers close a dialog at the second Escape in a row, even if the first was prevented.
        if (event.target !== dialog.current || dialog.current.open) return
        dialog.current.showModal()
        requestClose()
      }}
    >
      <div className="dialog__b">
        <h2 id={titleId} ref={heading} tabIndex={focus === 'title' ? -1 : undefined}>
          {title}
        </h2>
      </div>
      {children}
      {question > 0 && (
        <DiscardQuestion key={question} onKeep={() => setQuestion(0)} onDiscard={onClose} />
      )}
    </dialog>
  )
}

/** Asks before input is discarded. The button that keeps it has the focus. */
function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const keep = useRef<HTMLButtonElement>(null)
  return (
    <Dialog title={dialogText('dialog.discard.title')} onClose={onKeep} focus={keep}>
      <div className="dialog__b">
        <p>{dialogText('dialog.discard.text')}</p>
      </div>
      <div className="dialog__f">
        <Button onClick={onKeep} ref={keep}>
          {dialogText('dialog.discard.keep')}
        </Button>
        <Button look="danger" onClick={onDiscard}>
          {dialogText('dialog.discard.yes')}
        </Button>
      </div>
    </Dialog>
  )
}
