import { isRenderedAsLink } from '@bidyaloy/shared/lib/markdown'
import { type Node, Schema } from 'prosemirror-model'
import { tableNodes } from 'prosemirror-tables'

/** What the small Markdown of `shared/src/lib/markdown.ts` can say, as a document of ProseMirror. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      content: 'inline*',
      group: 'block',
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', 0],
    },
    heading: {
      content: 'text*',
      group: 'block',
      attrs: { level: { default: 2, validate: 'number' } },
      defining: true,
      parseDOM: [
        { tag: 'h1, h2', attrs: { level: 2 } },
        { tag: 'h3, h4, h5, h6', attrs: { level: 3 } },
      ],
      toDOM: ({ attrs }) => [attrs.level === 2 ? 'h2' : 'h3', 0],
    },
    list: {
      content: 'item+',
      group: 'block',
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', 0],
    },
    item: {
      content: 'paragraph',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    ...tableNodes({ tableGroup: 'block', cellContent: 'paragraph', cellAttributes: {} }),
    picture: {
      group: 'block',
      atom: true,
      attrs: {
        file: { validate: 'number' },
        description: { default: '', validate: 'string' },
      },
      parseDOM: [
        {
          tag: 'figure[data-file]',
          getAttrs: ({ dataset }) => ({
            file: Number(dataset.file),
            description: dataset.description ?? '',
          }),
        },
      ],
      toDOM: ({ attrs }) => [
        'figure',
        { 'data-file': String(attrs.file), 'data-description': String(attrs.description) },
      ],
    },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      linebreakReplacement: true,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
    text: { group: 'inline' },
  },
  marks: {
    link: {
      attrs: { href: { validate: 'string' } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => {
            const href = writtenHref(element.getAttribute('href') ?? '')
            return isRenderedAsLink('a', href) ? { href } : false
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: String(attrs.href) }, 0],
    },
    strong: {
      parseDOM: [
        { tag: 'strong' },
        { tag: 'b', getAttrs: (element) => !isStyledNormal(element) && null },
        // The attribute `style` of pasted HTML, see `clipboard.ts`.
        {
          tag: '[data-style*="font-weight"]',
          getAttrs: (element) => isStyledBold(element) && null,
        },
      ],
      toDOM: () => ['strong', 0],
    },
  },
})

const styleOf = (element: HTMLElement) => element.dataset.style ?? ''
const isStyledNormal = (element: HTMLElement) =>
  /(?<![\w-])font-weight:\s*normal/i.test(styleOf(element))
const isStyledBold = (element: HTMLElement) =>
  /(?<![\w-])font-weight:\s*(?:bold|[6-9]00)/i.test(styleOf(element))

/** Returns an address without the signs that would end it in Markdown. */
export function writtenHref(href: string): string {
  return href.trim().replace(/[()[\]\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}

/** Returns the address of the link that contains a node; undefined outside links. */
export function hrefOf(node: Node): string | undefined {
  const href: unknown = schema.marks.link.isInSet(node.marks)?.attrs.href
  return typeof href === 'string' ? href : undefined
}

export const isStrong = (node: Node) => schema.marks.strong.isInSet(node.marks) !== undefined
