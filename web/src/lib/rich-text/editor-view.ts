import { baseKeymap, chainCommands } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { goToNextCell, tableEditing } from 'prosemirror-tables'
import type { EditorView } from 'prosemirror-view'
import { enter, lineBreak, toggleStrong } from './commands.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { positionBefore, typedMarkdown } from './typed-markdown.ts'

/**
 * Returns the state of an editor. Its keys are those of their letters or, on a Bengali keyboard, of their places.
 * @param onLink called by Ctrl+K
 */
export function editorState(text: string, onLink: () => void): EditorState {
  return EditorState.create({
    doc: parseMarkdown(text),
    plugins: [
      keymap({
        'Mod-b': (_, __, view) => {
          if (view) readSelection(view)
          return view ? toggleStrong(view.state, view.dispatch) : false
        },
        'Mod-k': (_, __, view) => {
          if (view) readSelection(view)
          onLink()
          return true
        },
        // The browser's own undo knows other changes.
        'Mod-z': chainCommands(undo, () => true),
        'Mod-y': redo,
        'Shift-Mod-z': redo,
        'Shift-Enter': lineBreak,
        Enter: enter,
        Tab: goToNextCell(1),
        'Shift-Tab': goToNextCell(-1),
      }),
      keymap(baseKeymap),
      tableEditing(),
      history(),
      typedMarkdown(),
    ],
  })
}

/** Takes over a selection of the browser that it has not reported yet: its event comes later than keys. */
function readSelection(view: EditorView): void {
  const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0 } = document.getSelection() ?? {}
  const { selection, doc, tr } = view.state
  if (!anchorNode || !focusNode || !(selection instanceof TextSelection)) return
  if (!view.dom.contains(anchorNode) || !view.dom.contains(focusNode)) return
  const placeOf = (node: globalThis.Node, at: number) => doc.resolve(view.posAtDOM(node, at))
  const shown = TextSelection.between(
    placeOf(anchorNode, anchorOffset),
    placeOf(focusNode, focusOffset),
  )
  if (!shown.eq(selection)) view.dispatch(tr.setSelection(shown))
}

/** Returns the change that makes a document of the present one, where they differ; null if nowhere. */
export function changeTo(state: EditorState, doc: Node): Transaction | null {
  const from = state.doc.content.findDiffStart(doc.content)
  const end = state.doc.content.findDiffEnd(doc.content)
  if (from === null || end === null) return null
  const overlap = Math.max(0, from - Math.min(end.a, end.b))
  return state.tr.replace(from, end.a + overlap, doc.slice(from, end.b + overlap))
}

/** A private character, which no text has. */
const CURSOR = '\ue000'

/** Returns the selection at two places of the Markdown of a document. */
export function selectionAt(
  doc: Node,
  markdown: string,
  [start, end]: readonly [number, number],
): TextSelection {
  const positionOf = (place: number) => {
    const marked = `${markdown.slice(0, place)}${CURSOR}${markdown.slice(place)}`
    const parsed = parseMarkdown(marked)
    const text = parsed.textBetween(0, parsed.content.size, '', '\n')
    const after = text.length - text.indexOf(CURSOR) - 1
    return positionBefore(doc, 0, doc.content.size, after)
  }
  const selection = TextSelection.between(
    doc.resolve(positionOf(start)),
    doc.resolve(positionOf(end)),
  )
  return selection instanceof TextSelection ? selection : TextSelection.create(doc, 1)
}
