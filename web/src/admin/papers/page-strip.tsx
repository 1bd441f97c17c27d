import { photoPaperCopy } from '@bidyaloy/shared/copy/photo-paper-copy'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useEffect, useState } from 'react'
import { useDragOrder } from '../../lib/use-drag-order.ts'
import { Icon } from '../../ui/icon.tsx'
import { withCopy } from '../t.ts'
import { CameraButton } from './camera-button.tsx'
import type { PaperPage } from './paper-store.ts'
import '../../styles/drag-order.css'

const t = withCopy(photoPaperCopy)

/** Returns an address of a picture, which is valid while the component is rendered. */
export function usePictureUrl(picture: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!picture) return setUrl(undefined)
    const created = URL.createObjectURL(picture)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [picture])
  return url
}

interface PageStripProps {
  pages: readonly PaperPage[]
  current: PaperPage | undefined
  /** Whether the pages can be dragged into another order. */
  isOrdered: boolean
  onPick: (page: PaperPage) => void
  onMove: (from: number, to: number) => void
  onPhotos: (photos: File[]) => void
}

/** The pages in order, and a camera for the next. */
export function PageStrip({ pages, current, isOrdered, onPick, onMove, onPhotos }: PageStripProps) {
  const isDragged = isOrdered && pages.length > 1
  const drag = useDragOrder(!isDragged, onMove)
  return (
    <ol className="strip-pages" aria-label={t('paper.pages')}>
      {pages.map((page, index) => (
        <li key={page.id} {...drag.rowOf(index)}>
          <PageThumbnail
            page={page}
            n={toBengaliDigits(index + 1)}
            isCurrent={page.id === current?.id}
            onPick={() => onPick(page)}
          />
          {isDragged && <span title={t('paper.grip')} {...drag.gripOf(index)} />}
        </li>
      ))}
      <li>
        <CameraButton look="strip-pages__add" onPhotos={onPhotos}>
          {t('paper.add')}
        </CameraButton>
      </li>
    </ol>
  )
}

interface PageThumbnailProps {
  page: PaperPage
  n: string
  isCurrent: boolean
  onPick: () => void
}

function PageThumbnail({ page, n, isCurrent, onPick }: PageThumbnailProps) {
  const { made, sheet, hasFailed } = page
  const url = usePictureUrl(made?.thumbnail ?? sheet?.view)
  return (
    <button type="button" aria-current={isCurrent || undefined} onClick={onPick}>
      {url ? <img src={url} alt="" /> : hasFailed ? <Icon name="warn" /> : <Icon name="clock" />}
      <span className="strip-pages__n">
        <span className="vh">{t('paper.page', { n: '' })}</span>
        {n}
      </span>
      {hasFailed && <span className="vh">, {t('paper.page.failed')}</span>}
      {!made && !hasFailed && <span className="vh">, {t('paper.page.busy')}</span>}
    </button>
  )
}
