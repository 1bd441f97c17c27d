import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { photoRequestCopy } from '@bidyaloy/shared/features/photo-requests/copy'
import { photoRequestHref } from '@bidyaloy/shared/features/photo-requests/photo-address'

interface PhotoRequestLinkProps {
  collection: CollectionName
  /** Id of the entry. */
  id: string
  filePath: string | undefined
  /** Names the photo for screen readers. */
  of: string
}

/** Quiet link below a photo to the form that asks the head to take it down. */
export function PhotoRequestLink({ collection, id, filePath, of }: PhotoRequestLinkProps) {
  if (filePath === undefined) return null
  return (
    <p className="photoask">
      <a href={photoRequestHref(collection, id, filePath)} rel="nofollow">
        <small>
          {photoRequestCopy['photoRequest.title']}
          <span className="vh">: {of}</span>
        </small>
      </a>
    </p>
  )
}
