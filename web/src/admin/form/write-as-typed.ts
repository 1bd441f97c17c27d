export type TypedField = HTMLInputElement | HTMLTextAreaElement

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
