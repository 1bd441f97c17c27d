import { photoPaperCopy } from '@bidyaloy/shared/copy/photo-paper-copy'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { makePdf } from '../../lib/pdf/make-pdf.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { withCopy } from '../t.ts'
import { usePastedFiles } from '../uploads/use-pasted-files.ts'
import { PageStrip } from './page-strip.tsx'
import { CornerSteps, CornerTools, PreviewTools, UndoButton } from './page-tools.tsx'
import { Corners, FailedPage, Preview, WorkStatus } from './page-views.tsx'
import { MAX_PAGES, type PaperDraft } from './paper-draft.ts'
import { usePageCommands } from './use-page-commands.ts'
import { usePageWork } from './use-page-work.ts'
import './papers.css'

const t = withCopy(photoPaperCopy)

interface PaperDialogProps {
  draft: PaperDraft
  /** Name of the document, without extension. */
  fileName: string
  /** Called with the document. */
  onDone: (file: File) => void
  onClose: () => void
}

/** Makes one document of photos: corners first, then the pages as parents will see them. */
export function PaperDialog({ draft, fileName, onDone, onClose }: PaperDialogProps) {
  const { paper } = draft
  const work = usePageWork(draft)
  const commands = usePageCommands(draft)
  const { pages, page, n, currentId, show } = commands
  const [view, setView] = useState<'corners' | 'preview'>(paper.isDone ? 'preview' : 'corners')
  const [failure, setFailure] = useState<string | null>(null)
  const body = useRef<HTMLDivElement>(null)
  useTopOfPage(body, currentId, view)
  const total = formatNumber(pages.length)
  const isReady = pages.length > 0 && pages.every(({ made }) => made)
  const failed = page?.hasFailed ? page : pages.find(({ hasFailed }) => hasFailed)

  const add = (photos: readonly File[]) => {
    const { first, left } = draft.add(photos)
    setFailure(left > 0 ? t('paper.tooMany', { max: formatNumber(MAX_PAGES) }) : null)
    if (first) show(first)
    setView('corners')
  }

  usePastedFiles(body, (files) => add(files.filter(({ type }) => type.startsWith('image/'))))

  const { give, isGiving } = useDocument({ draft, fileName, onDone, onFailure: setFailure })

  const strip = (
    <PageStrip
      pages={pages}
      current={page}
      isOrdered={view === 'preview'}
      onPick={({ id }) => show(id)}
      onMove={commands.move}
      onPhotos={add}
    />
  )
  const place = <span className="paperdlg__place">· {t('paper.place', { n, total })}</span>
  return (
    <Dialog
      title={
        <>
          {t(view === 'corners' ? 'paper.title' : 'paper.preview.title')}{' '}
          {pages.length > 0 && place}
        </>
      }
      onClose={onClose}
    >
      <div className="paperdlg">
        <div className="paperdlg__close">
          <Button look="quiet" icon="close" onClick={onClose}>
            {t('paper.close')}
          </Button>
        </div>
        <div className="paperdlg__b" ref={body} tabIndex={-1}>
          <div className="paperdlg__main">
            {page &&
              (view === 'corners' ? (
                <Corners
                  page={page}
                  n={n}
                  onChange={(corners, name) => commands.changePage({ corners }, { name })}
                />
              ) : (
                <Preview page={page} n={n} />
              ))}
          </div>
          <div className="paperdlg__side">
            {failure && <Alert tone="error">{failure}</Alert>}
            {!page && <p>{t('paper.none')}</p>}
            {failed && (
              <FailedPage
                page={failed}
                n={toBengaliDigits(pages.indexOf(failed) + 1)}
                onShow={failed === page ? undefined : () => show(failed.id)}
              />
            )}
            {page && view === 'corners' && <CornerTools {...{ commands, page, strip }} />}
            {!page && (
              <>
                <div className="tools3">
                  <UndoButton commands={commands} />
                </div>
                {strip}
              </>
            )}
            {page && view === 'preview' && (
              <PreviewTools
                {...{ commands, page, strip, draft }}
                onCorners={() => setView('corners')}
              />
            )}
          </div>
        </div>
        <WorkStatus work={work} pages={pages} message={commands.message} />
        <div className="paperdlg__f">
          {view === 'corners' ? (
            <CornerSteps commands={commands} onPreview={() => setView('preview')} />
          ) : (
            page && (
              <Button
                look="primary"
                icon="check"
                busy={isGiving}
                disabled={!isReady || failed !== undefined}
                onClick={give}
              >
                {isGiving ? t('paper.giving') : t('paper.give', { n: total })}
              </Button>
            )
          )}
        </div>
      </div>
    </Dialog>
  )
}

interface DocumentOptions extends Pick<PaperDialogProps, 'draft' | 'fileName' | 'onDone'> {
  onFailure: (text: string | null) => void
}

/** Makes the document of all pages. */
function useDocument({ draft, fileName, onDone, onFailure }: DocumentOptions) {
  const [isGiving, setGiving] = useState(false)
  const give = async () => {
    if (isGiving) return
    setGiving(true)
    onFailure(null)
    try {
      const pdf = await makePdf(draft.paper.pages.flatMap(({ made }) => made ?? []))
      const file = new File([pdf], `${fileName}.pdf`, { type: 'application/pdf' })
      draft.finish(file)
      onDone(file)
    } catch {
      onFailure(t('paper.failed.all'))
      setGiving(false)
    }
  }
  return { give, isGiving }
}

/** Scrolls to the top for another page or view, and keeps the focus in the dialog. */
function useTopOfPage(
  body: RefObject<HTMLElement | null>,
  page: string | undefined,
  view: string,
): void {
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: those are the changes meant
  useEffect(() => {
    if (!isFirst.current) body.current?.scrollTo(0, 0)
    isFirst.current = false
  }, [page, view])

  // A button that disables itself would lose the focus.
  useEffect(() => {
    if (document.activeElement?.matches('body, :disabled')) body.current?.focus()
  })
}
