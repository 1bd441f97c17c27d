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
import { Button } from './button.tsx'

const dialogText = translator(adminCopy)

interface DialogProps {
  title: ReactNode
  /** Escape, Back and the buttons that cancel; the dialog stays until its parent takes it away. */
  onClose: () => void
  /** Whether closing would lose what was typed or chosen: Escape and Back ask first. */
  isDirty?: boolean
  /** Where typing begins; otherwise the first control. */
  focus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The open dialogs, the topmost last: each with the way to close it. */
const openDialogs: { requestClose: () => void }[] = []
const listeners = new Set<() => void>()

/** For the owner of the page's history: Back closes the topmost dialog first. */
export const dialogs = {
  isOpen: () => openDialogs.length > 0,
  /** Does what Escape does. */
  closeTop: () => openDialogs.at(-1)?.requestClose(),
  /** Calls back when a dialog opens over the bare page, until the returned function is called. */
  onOpen: (opened: () => void) => {
    listeners.add(opened)
    return () => {
      listeners.delete(opened)
    }
  },
}

/** Puts what is open over the page on top of what Back closes, as long as it is rendered. */
export function useClosedByBack(requestClose: () => void): void {
  const entry = useRef({ requestClose })
  useEffect(() => {
    entry.current.requestClose = requestClose
  })
  useEffect(() => {
    const own = entry.current
    openDialogs.push(own)
    if (openDialogs.length === 1) for (const opened of listeners) opened()
    return () => {
      openDialogs.splice(openDialogs.indexOf(own), 1)
    }
  }, [])
}

/** A modal over the page, open as long as it is rendered. The focus returns to where it was. */
export function Dialog({ title, onClose, isDirty = false, focus, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  /** Counts the questions, so that each opens on top; 0 while none is asked. */
  const [question, setQuestion] = useState(0)
  const requestClose = () => (isDirty ? setQuestion((count) => count + 1) : onClose())
  useClosedByBack(requestClose)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    focus?.current?.focus()
    // Closing before React takes the element away lets the browser give the focus back.
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
        // A file picker's own cancel event bubbles up to here; it does not mean the dialog.
        if (event.target !== dialog.current) return
        event.preventDefault()
        requestClose()
      }}
      onClose={(event) => {
        // Browsers close a dialog at the second Escape in a row, whatever the first one was told.
        if (event.target !== dialog.current || dialog.current.open) return
        dialog.current.showModal()
        requestClose()
      }}
    >
      <div className="dialog__b">
        <h2 id={titleId}>{title}</h2>
      </div>
      {children}
      {question > 0 && (
        <DiscardQuestion key={question} onKeep={() => setQuestion(0)} onDiscard={onClose} />
      )}
    </dialog>
  )
}

/** Asks before what was typed is thrown away. Opens on the button that keeps it. */
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
