import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, hasPapers } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { collectionKey } from '../../collections/entry-queries.ts'
import { Button } from '../../ui/button.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { headingOf } from '../entries/paper-heading.ts'
import { withCopy } from '../t.ts'

const t = withCopy(entriesCopy)

/** A text layer is read within seconds; a recognised page takes longer, and others may come first. */
const FIRST_POLL_MS = 1000
const LAST_POLL_MS = 15_000
/** About ten minutes. */
const MAX_POLLS = 45

/** Heading of the first page of the first file of a draft. Polls until that page is read. */
function paperHeadingQuery(api: ReadApi, collection: CollectionName, draft: Entry) {
  const { _id: id, filePath: path = '' } = draft
  return queryOptions({
    queryKey: [...collectionKey(collection), 'heading', id, path],
    queryFn: async ({ signal }) => {
      const { pending, pages } = await api.getEntryText({ params: { collection, id } }, { signal })
      const first = pages.find(({ file, page }) => file === path && page === 1)
      return { isPending: pending && !first, heading: headingOf(first?.text ?? '') }
    },
    enabled: hasPapers(collection) && /\.(pdf|jpg|png|webp)$/.test(path),
    refetchInterval: ({ state: { data, dataUpdateCount: polls } }) =>
      data?.isPending && polls < MAX_POLLS && Math.min(FIRST_POLL_MS * 1.5 ** polls, LAST_POLL_MS),
  })
}

interface TitleOfferProps {
  collection: CollectionName
  /** The draft on the server, whose files are read there. */
  draft: Entry
  onTake: (title: string) => void
}

/** Offers the heading of the paper as the title, until a title is typed. */
export function TitleOffer({ collection, draft, onTake }: TitleOfferProps) {
  const { data } = useQuery(paperHeadingQuery(useAdminApi(), collection, draft))
  const heading = data?.heading
  return (
    <div className="title-offer">
      <p className={heading ? 'hint' : 'vh'} role="status">
        {heading && (
          <>
            {t('form.title.offer')} <b>“{heading}”</b>
          </>
        )}
      </p>
      {heading && (
        <Button small icon="check" onClick={() => onTake(heading)}>
          {t('form.title.take')}
        </Button>
      )}
    </div>
  )
}
