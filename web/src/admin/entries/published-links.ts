import type { Entry } from '@bidyaloy/shared/collections/entry'
import {
  type CollectionName,
  collections,
  entryPath,
  hasPapers,
  isPaged,
} from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { whatsappHref } from '../../ui/new-tab-link.tsx'
import type { ToastLink } from '../../ui/toast.tsx'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { withCopy } from '../t.ts'
import { statusOf } from './timing.ts'

const t = withCopy(entriesCopy)

/** Whether the text of an entry's files is read: of PDFs and pictures. */
export function isPaper(collection: CollectionName, { mimeType = '' }: Entry): boolean {
  return hasPapers(collection) && /^(application\/pdf$|image\/)/.test(mimeType)
}

/** Longer titles would hide what the message says. */
const MAX_NAMED = 40

/** Returns a message of success that begins with the title, if it is about one entry with a short title. */
export function namedText([entry, ...others]: readonly Entry[], text: string): string {
  if (!entry || others.length > 0 || entry.title.length > MAX_NAMED) return text
  return t('published.named', { title: entry.title, text })
}

/** Returns links to view and share published entries; none if an entry is not visible yet. */
export async function publishedLinks(
  collection: CollectionName,
  entries: readonly Entry[],
): Promise<ToastLink[]> {
  const now = Date.now()
  const [entry, ...others] = entries
  if (!entry || entries.some((each) => statusOf(each, now) !== 'visible')) return []
  const { page, folder } = collections[collection]
  const isOne = others.length === 0
  const path = isOne && isPaged(collection) ? entryPath(collection, entry._id) : page
  const view: ToastLink = { label: t('published.view'), icon: 'eye', href: path }
  if (!isOne || folder === 'gallery-uploads') return [view]
  const origin = await siteOrigin()
  if (!origin) return [view]
  const href = whatsappHref(entry.title, origin + path)
  return [view, { label: t('published.whatsapp'), icon: 'send', href }]
}

/** Returns the origin of the school's site, or null if the desktop app does not know it. */
async function siteOrigin(): Promise<string | null> {
  if (!inDesktopApp()) return location.origin
  const { readState } = await import('../desktop-state/desktop-api.ts')
  const state = await readState().catch(() => null)
  const profile = state?.profiles.find(({ id }) => id === state.current)
  return profile ? new URL(profile.address).origin : null
}
