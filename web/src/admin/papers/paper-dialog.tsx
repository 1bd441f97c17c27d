import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { photoPaperCopy } from '@bidyaloy/shared/copy/photo-paper-copy'
import { useEffect, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { withCopy } from '../t.ts'
import { usePastedFiles } from '../uploads/use-pasted-files.ts'
import { makePdf } from './make-pdf.ts'
import { PageStrip } from './page-strip.tsx'
import { Corners, FailedPage, Gain, Preview, WorkStatus } from './page-views.tsx'
import { MAX_PAGES, type PaperDraft } from './paper-draft.ts'
import type { PaperPage } from './paper-store.ts'
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

/** A state of the pages that «ফেরান» brings back. */
interface Step {
  pages: readonly PaperPage[]
  current: string | undefined
  /** Equal for steps that are undone together. */
  name: string
}

/** Makes one document of photos: corners first, then the pages as parents will see them. */
export function PaperDialog({ draft, fileName, onDone, onClose }: PaperDialogProps) {
  const { paper, arrange } = draft
  const { pages } = paper
  const work = usePageWork(draft)
  const [view, setView] = useState<'corners' | 'preview'>(paper.isDone ? 'preview' : 'corners')
  const [currentId, setCurrent] = useState(pages[0]?.id)
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [message, setMessage] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isGiving, setGiving] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  const index = Math.max(
    0,
    pages.findIndex(({ id }) => id === currentId),
  )
  const page = pages[index]
  const n = toBengaliDigits(index + 1)
  const total = formatNumber(pages.length)
  const isLast = index === pages.length - 1
  const isReady = pages.length > 0 && pages.every(({ made }) => made)
  const failed = page?.hasFailed ? page : pages.find(({ hasFailed }) => hasFailed)

  // Another page or view begins at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: those are the changes meant
  useEffect(() => {
    if (!isFirst.current) body.current?.scrollTo(0, 0)
    isFirst.current = false
  }, [currentId, view])

  // A button that disables itself would lose the focus.
  useEffect(() => {
    if (document.activeElement?.matches('body, :disabled')) body.current?.focus()
  })

  const change = (next: readonly PaperPage[], { name = '', said = '' } = {}) => {
    const isSame = name !== '' && steps.at(-1)?.name === name
    if (!isSame) setSteps([...steps, { pages, current: page?.id, name }])
    arrange(next)
    setMessage(said)
  }
  const changePage = (part: Partial<PaperPage>, options?: { name?: string; said?: string }) =>
    change(
      pages.map((one) => (one === page ? { ...one, ...part, made: null } : one)),
      options,
    )
  const undo = () => {
    const last = steps.at(-1)
    if (!last) return
    // Photos taken since then stay.
    const known = [...last.pages, ...steps.flatMap((step) => step.pages)].map(({ id }) => id)
    arrange([...last.pages, ...pages.filter(({ id }) => !known.includes(id))])
    setCurrent(last.current)
    setSteps(steps.slice(0, -1))
    setMessage(t('paper.undone'))
  }
  const turn = () => {
    if (!page) return
    const turns = { 0: 90, 90: 180, 180: 270, 270: 0 } as const
    changePage({ turn: turns[page.turn] }, { said: t('paper.turned', { n }) })
  }
  const remove = () => {
    change(
      pages.filter((one) => one !== page),
      { said: t('paper.removed', { n }) },
    )
    setCurrent((pages[index + 1] ?? pages[index - 1])?.id)
  }
  const move = (from: number, to: number) => {
    const moved = pages[from]
    if (!moved) return
    const others = pages.filter((one) => one !== moved)
    const said = t('paper.moved', { n: toBengaliDigits(to + 1) })
    change([...others.slice(0, to), moved, ...others.slice(to)], { said })
    setCurrent(moved.id)
  }
  const add = (photos: readonly File[]) => {
    const { first, left } = draft.add(photos)
    setFailure(left > 0 ? t('paper.tooMany', { max: formatNumber(MAX_PAGES) }) : null)
    if (first) setCurrent(first)
    setView('corners')
  }

  usePastedFiles(body, (files) => add(files.filter(({ type }) => type.startsWith('image/'))))

  const give = async () => {
    if (isGiving) return
    setGiving(true)
    setFailure(null)
    try {
      const pdf = await makePdf(pages.flatMap(({ made }) => made ?? []))
      const file = new File([pdf], `${fileName}.pdf`, { type: 'application/pdf' })
      draft.finish(file)
      onDone(file)
    } catch {
      setFailure(t('paper.failed.all'))
      setGiving(false)
    }
  }

  const strip = (
    <PageStrip
      pages={pages}
      current={page}
      isOrdered={view === 'preview'}
      onPick={({ id }) => setCurrent(id)}
      onMove={move}
      onPhotos={add}
    />
  )
  const white = page && (
    <label className="toggle">
      <input
        type="checkbox"
        checked={page.white}
        onChange={({ target }) => changePage({ white: target.checked })}
      />
      <span>
        <b>{t('paper.white')}</b>
        <small>{t('paper.white.hint')}</small>
      </span>
    </label>
  )
  const turnButton = (
    <Button icon="retry" onClick={turn}>
      {t('paper.turn')}
    </Button>
  )
  const undoButton = (
    <Button icon="undo" disabled={steps.length === 0} onClick={undo}>
      {t('paper.undo')}
    </Button>
  )
  const removeButton = (
    <Button icon="trash" look="danger" onClick={remove}>
      {t('paper.remove')}
    </Button>
  )
  const title = t(view === 'corners' ? 'paper.title' : 'paper.preview.title')
  return (
    <Dialog
      title={
        <>
          {title}{' '}
          {pages.length > 0 && (
            <span className="paperdlg__place">· {t('paper.place', { n, total })}</span>
          )}
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
                  onChange={(corners, name) => changePage({ corners }, { name })}
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
                onShow={failed === page ? undefined : () => setCurrent(failed.id)}
              />
            )}
            {page && view === 'corners' && (
              <>
                {page.sheet && (
                  <p>{t(page.sheet.sure ? 'paper.corners.hint' : 'paper.corners.unsure')}</p>
                )}
                <div className="tools3">
                  {turnButton}
                  {undoButton}
                  {removeButton}
                </div>
                {white}
                {strip}
              </>
            )}
            {!page && (
              <>
                <div className="tools3">{undoButton}</div>
                {strip}
              </>
            )}
            {page && view === 'preview' && (
              <>
                {strip}
                <Gain page={page} />
                {white}
                <div className="tools3 tools3--two">
                  <Button icon="edit" onClick={() => setView('corners')}>
                    {t('paper.toCorners')}
                  </Button>
                  {turnButton}
                  {undoButton}
                  {removeButton}
                  {pages.length > 1 && (
                    <>
                      <Button
                        icon="left"
                        disabled={index === 0}
                        onClick={() => move(index, index - 1)}
                      >
                        {t('paper.up')}
                      </Button>
                      <Button icon="right" disabled={isLast} onClick={() => move(index, index + 1)}>
                        {t('paper.down')}
                      </Button>
                    </>
                  )}
                </div>
                <label className="paperdlg__check">
                  <input
                    type="checkbox"
                    checked={paper.withOriginals}
                    onChange={({ target }) => draft.setOriginals(target.checked)}
                  />
                  <span>{t('paper.originals')}</span>
                </label>
                {!paper.withOriginals && <p className="hint">{t('paper.one', { n: total })}</p>}
              </>
            )}
          </div>
        </div>
        <WorkStatus work={work} pages={pages} message={message} />
        <div className="paperdlg__f">
          {view === 'corners' ? (
            <>
              {page && !isLast && (
                <Button icon="eye" onClick={() => setView('preview')}>
                  {t('paper.see')}
                </Button>
              )}
              {page && (
                <Button
                  look="primary"
                  {...(isLast && { icon: 'eye' as const })}
                  onClick={() => (isLast ? setView('preview') : setCurrent(pages[index + 1]?.id))}
                >
                  {t(isLast ? 'paper.see' : 'paper.next')}
                </Button>
              )}
            </>
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
