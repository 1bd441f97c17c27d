import type { Node } from 'prosemirror-model'
import { EditorView, type NodeView } from 'prosemirror-view'
import { useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { offerBijoyIn } from '../../../lib/bijoy/use-bijoy.ts'
import { convertibleText } from '../../../lib/rich-text/bijoy-text.ts'
import { clipboardProps } from '../../../lib/rich-text/clipboard.ts'
import {
  insertPicture,
  type LinkPlace,
  linkAt,
  writeLink,
} from '../../../lib/rich-text/commands.ts'
import { changeTo, editorState, selectionAt } from '../../../lib/rich-text/editor-view.ts'
import { parseMarkdown } from '../../../lib/rich-text/parse-markdown.ts'
import { writeMarkdown } from '../../../lib/rich-text/write-markdown.ts'
import type { ControlProps } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LinkDialog, PictureDialog, type TextPicture } from './dialogs.tsx'
import type { TextPictures } from './rich-text-field.tsx'
import { RichTextToolbar } from './toolbar.tsx'
import '../../../styles/prose.css'

export interface RichTextEditorProps {
  control: ControlProps
  text: string
  onText: (text: string) => void
  readOnly: boolean
  pictures: TextPictures | undefined
  /** The selection of the textarea before, in its text; null if it had not the focus. */
  selection: readonly [number, number] | null
}

/** The editor of a text, with its tools. Loaded when a text is touched. */
export function RichTextEditor({ pictures, ...rest }: RichTextEditorProps) {
  const [linking, setLinking] = useState<LinkPlace | null>(null)
  /** Whether a picture is to be inserted, as soon as there is one. */
  const [picking, setPicking] = useState(false)
  const { box, view, shown } = useEditorView({
    ...rest,
    onLink: (editor) => {
      if (!rest.readOnly) setLinking(linkAt(editor.state))
    },
    onFocus: () => setPicking(false),
  })
  // The closing dialog restores the focus first.
  const afterDialog = (act: (editor: EditorView) => void) =>
    requestAnimationFrame(() => {
      if (!view || view.isDestroyed) return
      act(view)
      view.focus()
    })
  const startPicture = (offered: TextPictures) => {
    setPicking(true)
    if (offered.list.length === 0) offered.onAdd()
  }
  return (
    <>
      {view && !rest.readOnly && (
        <RichTextToolbar
          view={view}
          onLink={() => setLinking(linkAt(view.state))}
          onPicture={pictures && (() => startPicture(pictures))}
        />
      )}
      <div className="input input--long prose richtext__text" ref={box} />
      {shown.map(([place, node]) =>
        createPortal(<ShownPicture node={node} pictures={pictures?.list ?? []} />, place),
      )}
      {linking && (
        <LinkDialog
          label={linking.label}
          href={linking.href}
          onClose={() => setLinking(null)}
          onInsert={(label, href) => {
            setLinking(null)
            afterDialog((editor) => writeLink(editor, { ...linking, label, href }))
          }}
        />
      )}
      {picking && pictures && pictures.list.length > 0 && (
        <PictureDialog
          pictures={pictures.list}
          onClose={() => setPicking(false)}
          onPick={({ caption, number }) => {
            setPicking(false)
            afterDialog((editor) => insertPicture(editor, { file: number, description: caption }))
          }}
        />
      )}
    </>
  )
}

interface EditorViewOptions extends Omit<RichTextEditorProps, 'pictures'> {
  onLink: (view: EditorView) => void
  onFocus: () => void
}

/** Connects an editor of ProseMirror with the text of a form. */
function useEditorView(options: EditorViewOptions) {
  const { control, text, readOnly, selection } = options
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  /** The elements of pictures; what they show is rendered by React. */
  const shown = useRef(new Map<HTMLElement, Node>())
  const [, render] = useReducer((count: number) => count + 1, 0)
  /** A text that was set, and its document: unless that is changed, the text stays as it was typed. */
  const source = useRef({ text, doc: parseMarkdown(text) })
  /** Texts that were given to the form and may come back. */
  const given = useRef([text])
  const onText = useEffectEvent(options.onText)
  const onLink = useEffectEvent(options.onLink)
  const onFocus = useEffectEvent(options.onFocus)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text and selection that it begins with
  useLayoutEffect(() => {
    if (!box.current) return
    const editor = new EditorView(
      { mount: box.current },
      {
        ...clipboardProps,
        state: editorState(text, () => onLink(editor)),
        nodeViews: {
          picture: (node) =>
            pictureView(node, shown.current, () => {
              // React renders it after the change that ProseMirror is making.
              queueMicrotask(() => !editor.isDestroyed && render())
            }),
        },
        handleDOMEvents: { focus: () => onFocus() },
        dispatchTransaction: (transaction) => {
          const { state, transactions } = editor.state.applyTransaction(transaction)
          editor.updateState(state)
          render()
          if (transaction.getMeta(FROM_FORM) || !transactions.some((one) => one.docChanged)) return
          const { doc, text: typed } = source.current
          const next = state.doc.eq(doc) ? typed : writeMarkdown(state.doc)
          given.current.push(next)
          onText(next)
          const how = transaction.getMeta('uiEvent')
          const inputType = how === 'paste' || how === 'drop' ? 'insertFromPaste' : 'insertText'
          editor.dom.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }))
        },
      },
    )
    source.current = { text, doc: editor.state.doc }
    offerBijoyIn(
      convertibleText(editor, (markdown) => {
        const change = changeTo(editor.state, parseMarkdown(markdown))
        editor.focus()
        if (change) editor.dispatch(change)
      }),
    )
    if (selection) {
      const { doc, tr } = editor.state
      editor.dispatch(tr.setSelection(selectionAt(doc, text, selection)))
      editor.focus()
    }
    setView(editor)
    return () => editor.destroy()
  }, [])

  useLayoutEffect(() => {
    view?.setProps({
      editable: () => !readOnly,
      attributes: {
        id: control.id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${control.id}-label`,
        ...(readOnly && { 'aria-readonly': 'true', tabindex: '0' }),
        ...(control['aria-invalid'] && { 'aria-invalid': 'true' }),
        ...(control['aria-describedby'] && { 'aria-describedby': control['aria-describedby'] }),
      },
    })
  }, [view, readOnly, control.id, control['aria-invalid'], control['aria-describedby']])

  // Another text was set meanwhile: a draft, a record, a cleared form, renumbered pictures.
  useLayoutEffect(() => {
    if (!view) return
    const at = given.current.lastIndexOf(text)
    if (at >= 0) {
      given.current.splice(0, at)
      return
    }
    given.current = [text]
    const doc = parseMarkdown(text)
    const change = changeTo(view.state, doc)
    if (change) view.dispatch(change.setMeta(FROM_FORM, true).setMeta('addToHistory', false))
    source.current = { text, doc: view.state.doc }
  }, [view, text])

  return { box, view, shown: [...shown.current] }
}

/** Marks a change that the form made. */
const FROM_FORM = 'fromForm'

function pictureView(node: Node, shown: Map<HTMLElement, Node>, onChange: () => void): NodeView {
  const dom = document.createElement('figure')
  dom.className = 'figure'
  dom.dataset.file = String(node.attrs.file)
  shown.set(dom, node)
  onChange()
  return {
    dom,
    ignoreMutation: () => true,
    destroy: () => {
      shown.delete(dom)
      onChange()
    },
  }
}

interface ShownPictureProps {
  node: Node
  pictures: readonly TextPicture[]
}

function ShownPicture({ node, pictures }: ShownPictureProps) {
  const picture = pictures.find(({ number }) => number === node.attrs.file)
  const description = String(node.attrs.description)
  return (
    <>
      {picture?.image ?? <Icon name="image" />}
      {description && <figcaption>{description}</figcaption>}
    </>
  )
}
