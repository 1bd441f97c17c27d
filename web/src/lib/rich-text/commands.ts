import { pictureIn, pictureMarkdown } from '@bidyaloy/shared/lib/markdown'
import { chainCommands, setBlockType, splitBlock, toggleMark } from 'prosemirror-commands'
import { Fragment, type Node } from 'prosemirror-model'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'
import { addRowAfter, goToNextCell, isInTable } from 'prosemirror-tables'
import type { EditorView } from 'prosemirror-view'
import { tableOf } from './parse-markdown.ts'
import { hrefOf, schema } from './schema.ts'

const { nodes, marks } = schema

export const toggleStrong: Command = toggleMark(marks.strong)

/** Enter in a list, in a table, and elsewhere by the keymap's own rule. */
export const enter: Command = chainCommands(
  (state, dispatch, view) => {
    if (!isInTable(state)) return false
    // A cell has one line. The last one begins a row.
    if (goToNextCell(1)(state, dispatch)) return true
    addRowAfter(state, dispatch)
    return view ? goToNextCell(1)(view.state, view.dispatch) : true
  },
  splitListItem(nodes.item),
  (state, dispatch) =>
    isInList(state) && state.selection.$from.parent.content.size === 0
      ? liftListItem(nodes.item)(state, dispatch)
      : false,
  (state, dispatch) =>
    state.selection.$from.parent.type === nodes.heading &&
    state.selection.$from.parentOffset === state.selection.$from.parent.content.size
      ? splitBlock(state, dispatch)
      : false,
)

export const lineBreak: Command = ({ tr, selection }, dispatch) => {
  if (selection.$from.parent.type !== nodes.paragraph) return false
  dispatch?.(tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
}

export function isInList({ selection: { $from } }: EditorState): boolean {
  return $from.depth > 1 && $from.node(-1).type === nodes.item
}

export function headingLevel({ selection: { $from } }: EditorState): number | null {
  return $from.parent.type === nodes.heading ? Number($from.parent.attrs.level) : null
}

export function hasStrong({ selection, storedMarks, doc }: EditorState): boolean {
  const { from, to, empty, $from } = selection
  if (empty) return marks.strong.isInSet(storedMarks ?? $from.marks()) !== undefined
  return doc.rangeHasMark(from, to, marks.strong)
}

/** Makes the selected lines headings, or paragraphs if they are. */
export function toggleHeading(view: EditorView, level: 2 | 3): void {
  const isOn = headingLevel(view.state) === level
  if (isInList(view.state)) liftListItem(nodes.item)(view.state, view.dispatch)
  if (!isOn) separateLines(view)
  const command = isOn ? setBlockType(nodes.paragraph) : setBlockType(nodes.heading, { level })
  command(view.state, view.dispatch)
}

/** Makes the selected lines items of a list, or paragraphs if they are. */
export function toggleList(view: EditorView): void {
  if (isInList(view.state)) {
    liftListItem(nodes.item)(view.state, view.dispatch)
    return
  }
  if (isInTable(view.state)) return
  separateLines(view)
  setBlockType(nodes.paragraph)(view.state, view.dispatch)
  wrapInList(nodes.list)(view.state, view.dispatch)
}

/** Makes paragraphs of the selected lines, and of what is around them. */
function separateLines({ state, dispatch }: EditorView): void {
  const { $from, $to } = state.selection
  const breaks: number[] = []
  state.doc.nodesBetween($from.start(), $to.end(), (node, position) => {
    if (node.type === nodes.hard_break) breaks.push(position)
  })
  const before = breaks.filter((position) => position < $from.pos).slice(-1)
  const between = breaks.filter((position) => position >= $from.pos && position < $to.pos)
  const after = breaks.filter((position) => position >= $to.pos).slice(0, 1)
  const { tr } = state
  for (const position of [...before, ...between, ...after].reverse()) {
    tr.delete(position, position + 1).split(position)
  }
  if (tr.docChanged) dispatch(tr)
}

/**
 * Inserts a table below the selected lines, or in place of a blank one, and goes to its first cell.
 * @param above its titles; the last one is its heading
 */
export function insertTable(
  { state, dispatch }: EditorView,
  rows: readonly (readonly string[])[],
  above: readonly string[] = [],
): void {
  const titles = above.map((text, at) =>
    at === above.length - 1 ? nodes.heading.create(null, schema.text(text)) : paragraphOf(text),
  )
  const table = tableOf(rows.map((cells) => cells.map(paragraphOf)))
  const { tr } = state
  const titlesSize = titles.reduce((size, { nodeSize }) => size + nodeSize, 0)
  const at = insertBlock(state, tr, Fragment.from([...titles, table])) + titlesSize
  dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView())
}

/** Inserts a picture of the entry below the selected lines; the cursor goes below it. */
export function insertPicture(
  { state, dispatch }: EditorView,
  { file, description }: { file: number; description: string },
): void {
  const plain = pictureIn(pictureMarkdown(description, file))?.description ?? ''
  const picture = nodes.picture.create({ file, description: plain })
  const { tr } = state
  const at = insertBlock(state, tr, picture)
  const below = at + picture.nodeSize
  if (!tr.doc.nodeAt(below)?.isTextblock) tr.insert(below, nodes.paragraph.create())
  dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(below))).scrollIntoView())
}

/** Returns the position of the inserted blocks. */
function insertBlock(
  { selection }: EditorState,
  tr: EditorState['tr'],
  block: Node | Fragment,
): number {
  const { $to } = selection
  const isBlank = $to.depth === 1 && $to.parent.content.size === 0
  const from = $to.depth === 0 ? $to.pos : isBlank ? $to.before(1) : $to.after(1)
  tr.replaceWith(from, isBlank ? $to.after(1) : from, block)
  return from
}

function paragraphOf(text: string): Node {
  return nodes.paragraph.create(null, text === '' ? [] : schema.text(text))
}

/** The link at the cursor, or what a new one would replace. */
export interface LinkPlace {
  from: number
  to: number
  label: string
  href: string
}

export function linkAt({ selection, doc }: EditorState): LinkPlace {
  let { from, to } = selection
  const { $from } = selection
  const node = $from.nodeAfter ?? $from.nodeBefore
  const href = node ? hrefOf(node) : undefined
  if (href !== undefined) {
    // The whole link is changed, of whatever marks its words have.
    let start = $from.start()
    for (const child of $from.parent.children) {
      const end = start + child.nodeSize
      if (hrefOf(child) === href && end >= from && start <= to) {
        from = Math.min(from, start)
        to = Math.max(to, end)
      }
      start = end
    }
  }
  to = Math.min(to, $from.end())
  return { from, to, label: doc.textBetween(from, to, ' ', ' '), href: href ?? '' }
}

export function writeLink({ state, dispatch }: EditorView, place: LinkPlace): void {
  const { from, to, label, href } = place
  const { tr } = state
  const link = marks.link.create({ href })
  const isSame = state.doc.textBetween(from, to, ' ', ' ') === label
  if (isSame) tr.removeMark(from, to, marks.link).addMark(from, to, link)
  else {
    const others = state.doc
      .resolve(from)
      .marks()
      .filter(({ type }) => type !== marks.link)
    tr.replaceWith(from, to, schema.text(label, [link, ...others]))
  }
  const end = from + label.length
  dispatch(tr.setSelection(TextSelection.create(tr.doc, end)).removeStoredMark(marks.link))
}

export function removeLink({ state, dispatch }: EditorView): void {
  const { from, to } = linkAt(state)
  dispatch(state.tr.removeMark(from, to, marks.link))
}
