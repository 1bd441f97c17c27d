import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  title: ReactNode
  /** Escape and the buttons that cancel; the dialog stays until its parent takes it away. */
  onClose: () => void
  /** Where typing begins; otherwise the first control. */
  focus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A modal over the page, open as long as it is rendered. The focus returns to where it was. */
export function Dialog({ title, onClose, focus, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    focus?.current?.focus()
    // Closing before React takes the element away lets the browser give the focus back.
    return () => element?.close()
  }, [focus])
  return (
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file picker's own cancel event bubbles up to here; it does not mean the dialog.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className="dialog__b">
        <h2 id={titleId}>{title}</h2>
      </div>
      {children}
    </dialog>
  )
}
