import { Parser } from 'htmlparser2'

/** An element; names of elements and attributes are in lower case. */
export interface HtmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: HtmlNode[]
}
/** An element, or a text whose character references are decoded. */
export type HtmlNode = HtmlElement | string

/** Whoever walks a tree may call itself for each level. Pages of real sites have about thirty. */
const MAX_DEPTH = 150
/** The parser takes time for each open element; what is behind so many is not read. */
const MAX_OPEN = 3000

class TooDeep extends Error {}

/** Parses HTML of any quality. What is nested deeper than 150 levels stands beside each other there. */
export function parseHtml(html: string): HtmlElement {
  return parse(html, { xmlMode: false })
}

/** Parses XML of any quality, also with stray `&` and `<`. Entities other than those of XML stay as they are. */
export function parseXml(xml: string): HtmlElement {
  return parse(xml, { xmlMode: true })
}

function parse(text: string, { xmlMode }: { xmlMode: boolean }): HtmlElement {
  const root: HtmlElement = { name: '', attributes: {}, children: [] }
  const open = [root]
  let beyond = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element: HtmlElement = { name: name.toLowerCase(), attributes, children: [] }
        open.at(-1)?.children.push(element)
        if (open.length < MAX_DEPTH) open.push(element)
        else beyond += 1
        if (beyond > MAX_OPEN) throw new TooDeep()
      },
      ontext(piece) {
        const siblings = open.at(-1)?.children ?? []
        const last = siblings.at(-1)
        if (typeof last === 'string') siblings[siblings.length - 1] = last + piece
        else siblings.push(piece)
      },
      onclosetag() {
        if (beyond > 0) beyond -= 1
        else if (open.length > 1) open.pop()
      },
    },
    { xmlMode, decodeEntities: true },
  )
  try {
    parser.end(text)
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
  }
  return root
}

/** Yields the elements below a node in the order of the text. */
export function* elementsIn(node: HtmlElement): Generator<HtmlElement> {
  for (const child of node.children) {
    if (typeof child === 'string') continue
    yield child
    yield* elementsIn(child)
  }
}

/** Finds the first element below a node. */
export function findElement(
  node: HtmlElement,
  isWanted: (element: HtmlElement) => boolean,
): HtmlElement | undefined {
  for (const element of elementsIn(node)) if (isWanted(element)) return element
  return undefined
}

/** Returns the children of an element that have a name. */
export function childrenOf(node: HtmlElement, name: string): HtmlElement[] {
  return node.children.filter(
    (child): child is HtmlElement => typeof child !== 'string' && child.name === name,
  )
}

/** Elements whose content no reader sees. */
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'head', 'title'])

/** Returns a text in one line, with single spaces and without control characters. */
export const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** Returns the text that a reader sees, in one line. */
export function textOf(node: HtmlNode): string {
  const pieces: string[] = []
  const add = (one: HtmlNode) => {
    if (typeof one === 'string') pieces.push(one)
    else if (!UNSEEN.has(one.name)) {
      const isWord = INLINE.has(one.name)
      if (!isWord) pieces.push(' ')
      for (const child of one.children) add(child)
      if (!isWord) pieces.push(' ')
    }
  }
  if (typeof node === 'string') add(node)
  else for (const child of node.children) add(child)
  return oneLine(pieces.join(''))
}

/** Elements within a line. */
export const INLINE: ReadonlySet<string> = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** Whether the words of an element's class or id match. */
export function isNamed({ attributes }: HtmlElement, pattern: RegExp): boolean {
  const { class: names = '', id = '' } = attributes
  return pattern.test(`${names} ${id}`)
}

/** Whether a page hides an element from its readers. */
export function isHidden({ attributes }: HtmlElement): boolean {
  if (attributes.hidden !== undefined) return true
  return /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style ?? '')
}
