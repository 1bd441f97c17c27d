import {
  elementsIn,
  findElement,
  type HtmlElement,
  type HtmlNode,
  isHidden,
  isNamed,
  oneLine,
  textOf,
} from './html-tree.ts'

/** What surrounds the text of a page. */
const AROUND = new Set([
  'nav',
  'header',
  'footer',
  'aside',
  'script',
  'style',
  'noscript',
  'head',
  'title',
])
const AROUND_NAMED =
  /(?:^|[\s_-])(?:nav|navbar|menu|sidebar|side-?bar|breadcrumbs?|comments?|respond|share|sharing|related|cookie|pagination|pager|pagenav|banner|ticker|search|login|social|skip|print|topbar|copyright)(?:$|[\s_-])|(?:^|\s)(?:(?:site|main|top|page|global)[_-]?)?(?:header|footer|widget)(?:[_-](?:area|top|bottom|main|inner|wrap\w*|widgets?|area))*(?:$|\s)/i
/** Where systems that many schools use put the text: WordPress, the National Portal, Joomla, Drupal. */
const MAIN_NAMED =
  /(?:^|\s)(?:entry-content|post-content|article-content|the-content|printable_area|print-area|item-page|node-content|field-item|content-body|page-content|main-content|content-area)(?:$|\s)/i

/** Returns a copy of a page without what surrounds its text. */
export function withoutSurroundings(node: HtmlElement, isInArticle = false): HtmlElement {
  const inArticle = isInArticle || node.name === 'article' || node.name === 'main'
  const children: HtmlNode[] = []
  for (const child of node.children) {
    if (typeof child === 'string') children.push(child)
    else if (!isAround(child, inArticle)) children.push(withoutSurroundings(child, inArticle))
  }
  return { ...node, children }
}

/** Title and time of an article. */
const OWN_HEADER = /(?:entry|post|article|page|content)-(?:header|title|footer|meta)/i

/** Returns a copy of an article without its footers, which repeat its time, author and categories. */
export function withoutFooters(node: HtmlElement): HtmlElement {
  const children = node.children.flatMap((child): HtmlNode[] => {
    if (typeof child === 'string') return [child]
    return child.name === 'footer' ? [] : [withoutFooters(child)]
  })
  return { ...node, children }
}

function isAround(element: HtmlElement, isInArticle: boolean): boolean {
  const { name, attributes } = element
  if (isHidden(element)) return true
  if (AROUND.has(name)) return !(isInArticle && (name === 'header' || name === 'footer'))
  if (/^(navigation|banner|contentinfo|search|complementary)$/.test(attributes.role ?? ''))
    return true
  const isWhole = name === 'body' || name === 'html' || name === 'main' || name === 'article'
  if (isWhole || isNamed(element, MAIN_NAMED) || isNamed(element, OWN_HEADER)) return false
  return isNamed(element, AROUND_NAMED)
}

/**
 * Finds the element with the text of a page: where it says so, or else the one in which most of the text is that
 * is not links.
 * @param page without its surroundings
 */
export function mainOf(page: HtmlElement): HtmlElement {
  const named =
    findElement(page, (one) => isNamed(one, MAIN_NAMED) && weightOf(one) > 40) ??
    onlyOne(page, 'article') ??
    findElement(page, ({ name, attributes }) => name === 'main' || attributes.role === 'main')
  if (named && weightOf(named) > 0) return named
  return densest(page)
}

function onlyOne(page: HtmlElement, name: string): HtmlElement | undefined {
  const found = [...elementsIn(page)].filter((one) => one.name === name)
  return found.length === 1 ? found[0] : undefined
}

/** Letters that are not links, and what pictures and tables count for. */
function weightOf(element: HtmlElement): number {
  let weight = 0
  const add = (one: HtmlElement, isLink: boolean) => {
    for (const child of one.children) {
      if (typeof child === 'string') weight += isLink ? 0 : child.trim().length
      else {
        if (child.name === 'img') weight += 40
        add(child, isLink || child.name === 'a')
      }
    }
  }
  add(element, false)
  return weight
}

/** Blocks that belong together have most of the text of the block around them. */
const SHARE = 0.8

function densest(page: HtmlElement): HtmlElement {
  let main = page
  for (let weight = weightOf(page); ; ) {
    let best: HtmlElement | undefined
    let bestWeight = 0
    for (const child of main.children) {
      if (typeof child === 'string') continue
      const one = weightOf(child)
      if (one > bestWeight) [best, bestWeight] = [child, one]
    }
    if (!best || bestWeight < weight * SHARE || /^(p|table|ul|ol|h\d)$/.test(best.name)) return main
    main = best
    weight = bestWeight
  }
}

/** Returns the title of a page without the name of its site. */
export function pageTitle(root: HtmlElement, page: HtmlElement, main: HtmlElement): string {
  const heading = findElement(main, ({ name }) => name === 'h1') ?? onlyOne(page, 'h1')
  const shared = metaOf(root, 'og:title')
  const element = findElement(root, ({ name }) => name === 'title')
  const title = element?.children.filter((child) => typeof child === 'string').join('') ?? ''
  const site = metaOf(root, 'og:site_name')
  const [named] = [heading && textOf(heading), shared, title]
    .map((one) => oneLine(one ?? ''))
    .filter(Boolean)
  const [first = ''] = (named ?? '').split(/\s+[|–—»«:-]\s+/).filter((one) => one !== site)
  return (heading ? named : first) ?? ''
}

/** Returns the content of a `meta` by its name or property; '' if there is none. */
export function metaOf(root: HtmlElement, name: string): string {
  const found = findElement(
    root,
    ({ name: element, attributes }) =>
      element === 'meta' && (attributes.property ?? attributes.name)?.toLowerCase() === name,
  )
  return found?.attributes.content?.trim() ?? ''
}
