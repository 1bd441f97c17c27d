import { useQuery } from '@tanstack/react-query'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { FileLabel, fileHref, fileLabel, fileSize } from '../../collections/file-facts.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { useReadApi } from '../../ui/read-api.ts'
import { SectionHead } from '../../ui/section-head.tsx'
import { siteText as t } from '../../ui/site-text.ts'
import { EmptyBox, ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { pagePaths } from '../addresses.ts'

/** The downloads of the front page. */
export const firstDownloads = { limit: 4 } as const

/** The first downloads, on the front page. */
export function DownloadsBox() {
  const { data, isError, refetch } = useQuery(
    entriesQuery(useReadApi(), 'downloads', firstDownloads),
  )
  return (
    <section className="card" aria-labelledby="downloads">
      <SectionHead
        id="downloads"
        title={t('public.home.downloads.title')}
        all={{ href: pagePaths.downloads, label: t('public.home.downloads.all') }}
      />
      {data && data.length > 0 ? (
        <ul className="filelist">
          {data.map((entry) => (
            <li key={entry._id}>
              <span className="filemark" aria-hidden="true">
                {fileLabel(entry)}
              </span>
              <div>
                <NewTabLink className="noticelist__title" href={fileHref(entry)}>
                  {entry.title}
                </NewTabLink>
                <p className="meta">
                  <FileLabel entry={entry} />
                  <span>{fileSize(entry)}</span>
                </p>
              </div>
            </li>
          ))}
        </ul>
      ) : data ? (
        <EmptyBox id="public.downloads.empty" />
      ) : isError ? (
        <ErrorBox id="public.downloads.error" onRetry={() => refetch()} />
      ) : (
        <LoadingBox id="public.downloads.loading" />
      )}
    </section>
  )
}
