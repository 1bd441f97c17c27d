import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { fileLabel } from '../../collections/entry-facts.tsx'
import { type OpenPage, openPageOf, srcSetOf } from '../../collections/photo.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { type TextKey, t } from '../../ui/t.ts'
import { instead, Lightbox, type LightboxPicture, sizesOf } from './lightbox.tsx'

/** Within a few pixels on phones: twice 360 selects the copy of 720. */
const DOCUMENT_SIZES = '(min-width: 48rem) 42rem, calc(100vw - 3rem)'

interface DocumentViewerProps {
  entry: Entry
  /** Address that leads to the file. */
  href: string | undefined
}

/** The entry's file: page previews, or the picture itself. */
export function DocumentViewer({ entry, href }: DocumentViewerProps) {
  if (!href) return null
  const pages = entry.pages ?? []
  const pageCount = entry.pageCount ?? pages.length
  const sheets = sheetsOf(entry)
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
      {sheets.length > 0 ? (
        <Sheets sheets={sheets} shownPages={pageCount > pages.length ? pages.length : undefined} />
      ) : (
        <NotShown entry={entry} />
      )}
    </section>
  )
}

/** Returns the pictures of a file: page previews, or the picture itself. Empty if there are none. */
export function sheetsOf(entry: Entry): LightboxPicture[] {
  const { _id, title, filePath, pages = [] } = entry
  if (pages.length === 0 && isPicture(entry)) {
    const { width, height } = entry
    const picture = { id: _id, filePath, sizes: sizesOf(entry), width, height }
    return [{ ...picture, href: `/${filePath}`, alt: title, caption: <b>{title}</b> }]
  }
  return pages.map(({ width, height, sizes }, i) => {
    const largest = sizes.at(-1)?.filePath
    return {
      id: `${_id}-${i}`,
      href: `/${largest}`,
      filePath: largest,
      sizes,
      width,
      height,
      alt: t('entry.page.alt', { title, n: formatNumber(i + 1) }),
      caption: <b>{title}</b>,
    }
  })
}

/** The sheets in a column. Each links to its largest copy; with script it opens in the lightbox. */
function Sheets(props: { sheets: LightboxPicture[]; shownPages: number | undefined }) {
  const { sheets, shownPages } = props
  const navigate = useNavigate()
  const location = useLocation()
  const isHydrated = useSyncExternalStore(
    unchanging,
    () => true,
    () => false,
  )
  // The open page is in the history's state, which the server does not know: shown after hydration.
  const open = isHydrated ? openPageOf(location.state) : undefined
  const show = (openPage: number, replace: boolean) =>
    void navigate(location, {
      replace,
      preventScrollReset: true,
      state: { openPage } satisfies OpenPage,
    })
  return (
    <>
      {sheets.map((sheet, i) => (
        <a
          className="sheet"
          key={sheet.id}
          href={sheet.href}
          aria-label={t('entry.zoom', { title: sheet.alt })}
          onClick={instead(() => show(i, false))}
        >
          <img
            src={sheet.href}
            srcSet={srcSetOf(sheet.sizes)}
            sizes={DOCUMENT_SIZES}
            width={sheet.width}
            height={sheet.height}
            alt={sheet.alt}
            loading={i === 0 ? 'eager' : 'lazy'}
            fetchPriority={i === 0 ? 'high' : undefined}
            decoding="async"
          />
        </a>
      ))}
      {shownPages !== undefined && (
        <p className="docview__note">{t('entry.onlyFirst', { n: formatNumber(shownPages) })}</p>
      )}
      {open !== undefined && (
        <Lightbox
          kind="page"
          pictures={sheets}
          at={open}
          onTurn={(to) => show(to, true)}
          onClose={() => void navigate(-1)}
        />
      )}
    </>
  )
}

const unchanging = () => () => undefined

/** Explains why the file has no preview. */
function NotShown({ entry }: { entry: Entry }) {
  const why: TextKey =
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

/** Whether browsers can show the file as a picture; HEIC only through its copies. */
function isPicture({ mimeType, sizes }: Entry): boolean {
  if (!mimeType?.startsWith('image/')) return false
  return mimeType !== 'image/heic' || (sizes ?? []).length > 0
}
