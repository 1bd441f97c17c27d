import './entries.css'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { ScreenHead } from '../layout/screen-head.tsx'
import { VideoForm } from '../photos/video-form.tsx'
import { entriesText } from './entries-text.tsx'
import { EntryForm } from './entry-form.tsx'
import { EntryList } from './entry-list.tsx'

/** Publishing and keeping one collection. */
export function EntryScreen({ collection }: { collection: CollectionName }) {
  return (
    <>
      <ScreenHead title={entriesText(`${collection}.title`)}>
        {entriesText(`${collection}.lead`)}
      </ScreenHead>
      {collections[collection].takesVideo ? (
        <div className="split">
          <EntryForm collection={collection} />
          <VideoForm />
        </div>
      ) : (
        <EntryForm collection={collection} />
      )}
      <EntryList collection={collection} />
    </>
  )
}
