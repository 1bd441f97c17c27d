export type TypedField = HTMLInputElement | HTMLTextAreaElement

/** Replaces a part of a field's text as if typed: fires input events, and Ctrl+Z undoes it. */
export function writeAsTyped(field: TypedField, from: number, to: number, text: string): void {
  if (field.readOnly || field.disabled) return
  field.focus()
  field.setSelectionRange(from, to)
  // Deprecated, but the only way that keeps the browser's undo.
  const done = document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (done) return
  field.setRangeText(text, from, to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
