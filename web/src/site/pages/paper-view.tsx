import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry, PageImage } from '@bidyaloy/shared/collections/entry'
import { fileHref, fileLabel } from '../../collections/file-facts.tsx'
import { Photo, srcSetOf } from '../../collections/photo.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { type SiteTextKey, siteText as t } from '../../ui/site-text.ts'

const PAPER_SIZES = '(min-width: 48rem) 42rem, 100vw'

/** The paper itself, to be read on the page: its pages as pictures, or the picture that it is. */
export function PaperView({ entry }: { entry: Entry }) {
  const href = fileHref(entry)
  if (!href) return null
  const pages = entry.pages ?? []
  const pageCount = entry.pageCount ?? pages.length
  return (
    <section className="docview" aria-label={t('entry.file')}>
      <div className="docview__bar">
        <p className="docview__name">
          <Icon name={isPicture(entry) ? 'image' : 'file'} />{' '}
          <span>{entry.fileName ?? entry.title}</span>
        </p>
        <p className="row">
          {pageCount > 0 && (
            <span className="muted">{t('entry.pageCount', { n: formatNumber(pageCount) })}</span>
          )}
          <NewTabLink className="more" href={href}>
            {t('entry.open')} <Icon name="ext" />
          </NewTabLink>
        </p>
      </div>
      {pages.length > 0 ? (
        <PaperPages {...{ entry, pages }} hasMore={pageCount > pages.length} />
      ) : isPicture(entry) ? (
        <div className="sheet">
          <Photo picture={entry} sizes={PAPER_SIZES} alt={entry.title} early="first" />
        </div>
      ) : (
        <NotShown entry={entry} />
      )}
    </section>
  )
}

function PaperPages(props: { entry: Entry; pages: readonly PageImage[]; hasMore: boolean }) {
  const { entry, pages, hasMore } = props
  return (
    <>
      {pages.map(({ width, height, sizes }, i) => (
        <div className="sheet" key={sizes[0]?.filePath}>
          <img
            src={`/${sizes.at(-1)?.filePath}`}
            srcSet={srcSetOf(sizes)}
            sizes={PAPER_SIZES}
            width={width}
            height={height}
            alt={t('entry.page.alt', { title: entry.title, n: formatNumber(i + 1) })}
            loading={i === 0 ? 'eager' : 'lazy'}
            fetchPriority={i === 0 ? 'high' : undefined}
            decoding="async"
          />
        </div>
      ))}
      {hasMore && (
        <p className="docview__note">{t('entry.onlyFirst', { n: formatNumber(pages.length) })}</p>
      )}
    </>
  )
}

/** A file that no browser shows on a page: its kind, and why there is nothing to see. */
function NotShown({ entry }: { entry: Entry }) {
  const why: SiteTextKey =
    entry.mimeType === 'application/pdf' && !entry.pages ? 'entry.notDrawnYet' : 'entry.notDrawn'
  return (
    <div className="docview__none">
      <span className="filemark" aria-hidden="true">
        {fileLabel(entry)}
      </span>
      <p>{t(why)}</p>
    </div>
  )
}

/** Whether browsers show the file as a picture: HEIC by its copies only. */
function isPicture({ mimeType, sizes }: Entry): boolean {
  if (!mimeType?.startsWith('image/')) return false
  return mimeType !== 'image/heic' || (sizes ?? []).length > 0
}
