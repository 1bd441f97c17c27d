import { formatFileSize } from '@bidyaloy/shared/copy/file-size'
import { photoPaperCopy } from '@bidyaloy/shared/copy/photo-paper-copy'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import type { ReactNode } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { withCopy } from '../t.ts'
import { isHeic } from '../uploads/accepted-files.ts'
import { CornerEditor } from './corner-editor.tsx'
import { usePictureUrl } from './page-strip.tsx'
import type { PaperPage } from './paper-store.ts'
import type { PageWork } from './use-page-work.ts'

const t = withCopy(photoPaperCopy)

/** The photo of a page with its corners. */
export function Corners({
  page,
  n,
  onChange,
}: {
  page: PaperPage
  n: string
  onChange: (corners: NonNullable<PaperPage['corners']>, name: string) => void
}) {
  const { sheet, corners } = page
  if (!sheet || !corners) return <Waiting>{!page.hasFailed && <span className="spin" />}</Waiting>
  return <CornerEditor key={page.id} page={{ ...page, sheet, corners }} n={n} onChange={onChange} />
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <div className="whitesheet whitesheet--empty" aria-hidden="true">
      {children}
    </div>
  )
}

/** A page as parents will see it. */
export function Preview({ page: { made, hasFailed }, n }: { page: PaperPage; n: string }) {
  const url = usePictureUrl(made?.blob)
  if (!made || !url) return <Waiting>{!hasFailed && <span className="spin" />}</Waiting>
  return (
    <div className="whitesheet">
      <img src={url} alt={t('paper.sheet', { n })} width={made.width} height={made.height} />
    </div>
  )
}

interface FailedPageProps {
  page: PaperPage
  n: string
  /** Shows the page; absent if it is shown. */
  onShow: (() => void) | undefined
}

/** Says why a page could not be made, and what to do. */
export function FailedPage({ page: { photo }, n, onShow }: FailedPageProps) {
  return (
    <Alert tone="error">
      <p>{t(isHeic(photo) ? 'paper.failed.heic' : 'paper.failed', { n })}</p>
      {onShow && (
        <Button small icon="eye" onClick={onShow}>
          {t('paper.failed.show', { n })}
        </Button>
      )}
    </Alert>
  )
}

/** The size of the photo, and of the page that was made of it. */
export function Gain({ page: { photo, made } }: { page: PaperPage }) {
  return (
    <dl className="gain">
      <div>
        <dt>{t('paper.was')}</dt>
        <dd>{formatFileSize(photo.size)}</dd>
      </div>
      <div>
        <dt>{t('paper.became')}</dt>
        <dd>{made ? formatFileSize(made.bytes) : '…'}</dd>
      </div>
    </dl>
  )
}

interface WorkStatusProps {
  work: PageWork | null
  pages: readonly PaperPage[]
  /** What the last command did. */
  message: string
}

/** What is being done. Screen readers hear it once for each page. */
export function WorkStatus({ work, pages, message }: WorkStatusProps) {
  const place = pages.findIndex(({ id }) => id === work?.page.id)
  const n = toBengaliDigits(place + 1)
  const made = pages.filter((page) => page.made).length
  const text = work
    ? t(work.step === 'find' ? 'paper.finding' : 'paper.making', { n })
    : t('paper.ready', { n: formatNumber(made) })
  return (
    <div className="paperdlg__status">
      <p role="status">{text}</p>
      {work && <progress className="progress" max={1} value={work.done} aria-label={text} />}
      <span className="vh" role="status">
        {message}
      </span>
    </div>
  )
}
