import type { Entry } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, entryPath, isPaged } from '@bidyaloy/shared/collections/registry'
import { videoWatchUrl } from '@bidyaloy/shared/collections/video'
import { fileHref } from '../../collections/file-facts.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { statusOf } from './entry-status.ts'

interface EntryTitleProps {
  collection: CollectionName
  entry: Entry
  now: number
}

/** The title of an entry, leading to where visitors read it; else to its file or video. */
export function EntryTitle({ collection, entry, now }: EntryTitleProps) {
  const href =
    pageOf(collection, entry, now) ??
    (entry.videoId ? videoWatchUrl(entry.videoId) : fileHref(entry))
  return href ? <NewTabLink href={href}>{entry.title}</NewTabLink> : <b>{entry.title}</b>
}

function pageOf(collection: CollectionName, entry: Entry, now: number): string | undefined {
  // Who looks at the site does not find there what is not yet, or no more, for visitors.
  if (entry.queued || !isPaged(collection) || statusOf(entry, now) !== 'visible') return undefined
  return entryPath(collection, entry._id)
}
