import type { KeyboardEvent } from 'react'

/** Does what the main button does, from any field. An editor of texts would begin a line. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, ctrlKey, metaKey, repeat, target, currentTarget } = event
  if (key !== 'Enter' || !(ctrlKey || metaKey)) return
  // The dialogs of the fields have buttons of their own.
  const dialog = currentTarget.closest('dialog')
  if (target instanceof Element && target.closest('dialog') !== dialog) return
  event.preventDefault()
  event.stopPropagation()
  if (!repeat) currentTarget.requestSubmit()
}
