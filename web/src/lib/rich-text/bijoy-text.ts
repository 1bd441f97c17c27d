import type { EditorView } from 'prosemirror-view'
import type { EditedText } from '../bijoy/use-bijoy.ts'
import { writeMarkdown } from './write-markdown.ts'

/**
 * Returns the text of an editor as the converter of Bijoy reads and replaces it.
 * @param replace replaces the whole text; Ctrl+Z undoes it
 */
export function convertibleText(view: EditorView, replace: (markdown: string) => void): EditedText {
  return {
    element: view.dom,
    get value() {
      return writeMarkdown(view.state.doc)
    },
    get readOnly() {
      return !view.editable
    },
    get selectionStart() {
      const { doc, selection } = view.state
      const text = writeMarkdown(doc)
      return commonStart(text, writeMarkdown(doc.cut(0, selection.from)))
    },
    get selectionEnd() {
      const { doc, selection } = view.state
      if (selection.empty) return this.selectionStart
      const text = writeMarkdown(doc)
      const reversed = (of: string) => Array.from(of).reverse().join('')
      const after = commonStart(reversed(text), reversed(writeMarkdown(doc.cut(selection.to))))
      return Math.max(this.selectionStart, text.length - after)
    },
    focus: () => view.focus(),
    replace,
  }
}

function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
