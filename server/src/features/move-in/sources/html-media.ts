import type { LeftOutKind } from '@bidyaloy/shared/features/move-in/reasons'
import { fileAt, isFileAddress, isPictureName, nameInAddress, webAddress } from './addresses.ts'
import { type HtmlElement, isNamed, oneLine, textOf } from './html-tree.ts'
import { beginningOf } from './inline-text.ts'
import {
  addFile,
  endBlock,
  leaveOut,
  safeAddress,
  showPicture,
  type Writer,
} from './markdown-writer.ts'

/* Pictures of a text, and what plays or is embedded in it. */

/** Returns the pictures of an element that has nothing else. */
export function onlyPictures(element: HtmlElement): HtmlElement[] | null {
  const pictures: HtmlElement[] = []
  const isOnly = (one: HtmlElement): boolean =>
    one.children.every((child) => {
      if (typeof child === 'string') return child.trim() === ''
      if (child.name !== 'img') return isOnly(child)
      pictures.push(child)
      return true
    })
  return isOnly(element) && pictures.length > 0 ? pictures : null
}

/** Symbols and pixels for counting. */
const SYMBOL = /emoji|smiley|icon|spacer|pixel|avatar/i

/** Adds a picture with its alternative text. @param larger the address to which the picture is linked, if that is a picture */
export function addPicture(writer: Writer, element: HtmlElement, larger: URL | null): void {
  const { attributes } = element
  const { base, isOwn, original } = writer.options
  const { alt: written = '', src = '' } = attributes
  const alt = oneLine(written)
  const lazy = attributes['data-orig-file'] || attributes['data-src'] || attributes['data-lazy-src']
  const shown = webAddress(lazy || src, base)
  const isTiny = [attributes.width, attributes.height].some((size) => size && Number(size) <= 3)
  if (isTiny || isNamed(element, SYMBOL)) {
    const text = [...alt].length <= 3 ? alt : ''
    if (text) writer.runs.push({ text, isBold: false, href: null, isBijoy: false })
    return
  }
  const isPicture = shown && (isPictureName(shown.pathname) || shown.search.length > 1)
  const known = shown && original?.(larger ?? shown)
  if (!shown || !isPicture || !(known || isOwn(shown))) {
    leaveOut(writer, 'picture', shown ? shown.href : src.slice(0, 40) || alt || 'img')
    return
  }
  const file = known ?? fileAt(larger ?? shown)
  const addresses = [...new Set([...file.addresses, shown.href])]
  showPicture(writer, { ...file, addresses }, beginningOf(alt, 200))
}

/** Adds the pictures of a gallery of WordPress. */
export function addGallery(writer: Writer, element: HtmlElement): void {
  endBlock(writer)
  for (const file of writer.options.gallery?.(element.attributes) ?? []) {
    showPicture(writer, file, '')
  }
  endBlock(writer)
}

const VIDEO = /youtube|youtu\.be|vimeo|facebook\.com\/.*video|\.mp4|\.webm/i

function mediaKind({ name }: HtmlElement, address: string): LeftOutKind {
  if (name === 'video' || VIDEO.test(address)) return 'video'
  if (name === 'audio' || /\.(mp3|ogg|wav|m4a)\b|soundcloud/i.test(address)) return 'audio'
  return /google\.[a-z.]+\/maps|maps\.google|openstreetmap/i.test(address) ? 'map' : 'embed'
}

/** What plays or is embedded: named, and a link where it has an address. Documents shown so are files. */
export function addMedia(writer: Writer, element: HtmlElement): void {
  const { src = '', data = '', mp4 = '' } = element.attributes
  const source = element.children.find(
    (child): child is HtmlElement => typeof child !== 'string' && child.name === 'source',
  )
  const address = src || data || mp4 || source?.attributes.src || textOf(element)
  const url = webAddress(address, writer.options.base)
  endBlock(writer)
  const shown =
    url && webAddress(url.searchParams.get('url') ?? url.searchParams.get('file') ?? '', url.href)
  const document = [shown, url].find(
    (one): one is URL =>
      !!one && isFileAddress(one) && writer.options.isOwn(one) && !VIDEO.test(one.href),
  )
  const target = document ?? url
  if (document) addFile(writer, writer.options.original?.(document) ?? fileAt(document))
  else leaveOut(writer, mediaKind(element, address), url?.href ?? (address || element.name))
  if (target) {
    const href = safeAddress(target.href)
    const isFile = document || isFileAddress(target)
    const text = isFile ? nameInAddress(target) : target.hostname
    writer.runs.push({ text, isBold: false, href, isBijoy: false })
  }
  endBlock(writer)
}
