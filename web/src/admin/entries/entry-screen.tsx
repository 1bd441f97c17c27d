import './entries.css'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { useState } from 'react'
import { ScreenHead } from '../layout/screen-head.tsx'
import { VideoForm } from '../photos/video-form.tsx'
import { entriesText } from './entries-text.tsx'
import { EntryForm } from './entry-form.tsx'
import { EntryList } from './entry-list.tsx'

const NONE: ReadonlySet<string> = new Set()

/** Publishing and keeping one collection. */
export function EntryScreen({ collection }: { collection: CollectionName }) {
  const [fresh, setFresh] = useState(NONE)
  const onPublished = (entries: readonly Entry[]) =>
    setFresh(new Set(entries.map(({ _id }) => _id)))
  const form = <EntryForm collection={collection} onPublished={onPublished} />
  return (
    <>
      <ScreenHead title={entriesText(`${collection}.title`)}>
        {entriesText(`${collection}.lead`)}
      </ScreenHead>
      {collections[collection].takesVideo ? (
        <div className="split">
          {form}
          <VideoForm onPublished={onPublished} />
        </div>
      ) : (
        form
      )}
      <EntryList collection={collection} fresh={fresh} />
    </>
  )
}
