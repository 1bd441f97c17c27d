import { fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import { parseUrl } from '@bidyaloy/shared/web-address'
import type { SourceFile } from './source.ts'

/** Addresses of real sites have 400 letters; PostgreSQL finds none with more than 2,700 bytes. */
const MAX_ADDRESS = 2000

/** Parses an address of the web, without its fragment; null for all others, also for overlong ones. */
export function webAddress(written: string, base?: string): URL | null {
  if (written.length > 2 * MAX_ADDRESS) return null
  const cleaned = written.trim().replace(/[\t\n\r]/g, '')
  const url = parseUrl(cleaned, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  url.hash = ''
  url.username = ''
  url.password = ''
  return url.href.length > MAX_ADDRESS ? null : url
}

/** The name of a host without `www.`; the files of wordpress.com are on a host of their own. */
export const plainHost = (host: string) =>
  host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.files\.wordpress\.com$/, '.wordpress.com')

/**
 * Returns whether an address is of the site that was named: its host with or without `www.`, on its port or a
 * usual one.
 */
export function siteOf(address: string): (url: URL) => boolean {
  const named = webAddress(address)
  if (!named) return () => false
  const host = plainHost(named.hostname)
  const ports = new Set(['', '80', '443', named.port])
  return (url) => plainHost(url.hostname) === host && ports.has(url.port)
}

/** Last segment of an address's path, decoded. */
export function nameInAddress(url: URL): string {
  const [last = ''] = url.pathname.split('/').filter(Boolean).slice(-1)
  return decoded(last) || url.hostname
}

/** Decodes `%E0…` without control characters; a text that is not UTF-8 stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
      .replace(/\p{Cc}/gu, '')
      .normalize('NFC')
  } catch {
    return text
  }
}

/** Types that may be brought, and those whose refusal is named in the report. */
const OTHERS = new Set(
  'zip rar 7z exe apk mp3 mp4 ppt pps rtf odt ods csv gif bmp tif tiff svg'.split(' '),
)
const ALIASES: Readonly<Record<string, string>> = { jpeg: 'jpg', jpe: 'jpg', heif: 'heic' }
const PICTURES = new Set('jpg png webp avif heic gif bmp tif tiff svg'.split(' '))

/** Extension of a file in lower case, without the dot; '' for pages and names without one. */
export function fileExtension(name: string): string {
  const [, written = ''] = /\.([a-z0-9]{2,5})$/i.exec(name) ?? []
  const extension = ALIASES[written.toLowerCase()] ?? written.toLowerCase()
  return fileKindByExtension(extension) || OTHERS.has(extension) ? extension : ''
}

/** Whether files of this type can be brought. */
export const isTakenName = (name: string) => fileKindByExtension(fileExtension(name)) !== undefined

/** Whether a name is that of a picture. */
export const isPictureName = (name: string) => PICTURES.has(fileExtension(name))

/** Whether an address leads to a file rather than to a page. */
export const isFileAddress = (url: URL) => fileExtension(url.pathname) !== ''

/** The file of an address. */
export function fileAt(url: URL, more: readonly string[] = [], name = ''): SourceFile {
  return {
    key: url.href,
    name: name || nameInAddress(url),
    addresses: [...new Set([url.href, ...more])],
  }
}

/** Stands for the host of pages that were given as files, whose links lead to each other. */
export const FILES_HOST = 'http://files.invalid'

/** Returns the path of a file among those that were given; other addresses as they are. */
export const withoutFilesHost = (address: string) => address.replace(FILES_HOST, '')

/** The address of a file among those that were given. */
export const addressInFiles = (path: string) =>
  `${FILES_HOST}/${path.split('/').map(encodeURIComponent).join('/')}`
