import { photoPaperCopy } from '@bidyaloy/shared/copy/photo-paper-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { withCopy } from '../t.ts'
import { Gain } from './page-views.tsx'
import type { PaperDraft } from './paper-draft.ts'
import type { PaperPage } from './paper-store.ts'
import type { PageCommands } from './use-page-commands.ts'

const t = withCopy(photoPaperCopy)

interface ToolsProps {
  commands: PageCommands
  page: PaperPage
  /** The pages in order. */
  strip: ReactNode
}

/** What can be done with the page whose corners are shown. */
export function CornerTools({ commands, page, strip }: ToolsProps) {
  return (
    <>
      {page.sheet && <p>{t(page.sheet.sure ? 'paper.corners.hint' : 'paper.corners.unsure')}</p>}
      <div className="tools3">
        <PageButtons commands={commands} />
      </div>
      <WhiteBox commands={commands} page={page} />
      {strip}
    </>
  )
}

interface PreviewToolsProps extends ToolsProps {
  draft: PaperDraft
  /** Shows the corners of the page. */
  onCorners: () => void
}

/** What can be done with the page that is previewed, and with all pages. */
export function PreviewTools({ commands, page, strip, draft, onCorners }: PreviewToolsProps) {
  const { pages, index, isLast, move } = commands
  const { withOriginals } = draft.paper
  return (
    <>
      {strip}
      <Gain page={page} />
      <WhiteBox commands={commands} page={page} />
      <div className="tools3 tools3--two">
        <Button icon="edit" onClick={onCorners}>
          {t('paper.toCorners')}
        </Button>
        <PageButtons commands={commands} />
        {pages.length > 1 && (
          <>
            <Button icon="left" disabled={index === 0} onClick={() => move(index, index - 1)}>
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
          checked={withOriginals}
          onChange={({ target }) => draft.setOriginals(target.checked)}
        />
        <span>{t('paper.originals')}</span>
      </label>
      {!withOriginals && (
        <p className="hint">{t('paper.one', { n: formatNumber(pages.length) })}</p>
      )}
    </>
  )
}

function PageButtons({ commands }: { commands: PageCommands }) {
  return (
    <>
      <Button icon="retry" onClick={commands.turn}>
        {t('paper.turn')}
      </Button>
      <UndoButton commands={commands} />
      <Button icon="trash" look="danger" onClick={commands.remove}>
        {t('paper.remove')}
      </Button>
    </>
  )
}

export function UndoButton({ commands: { canUndo, undo } }: { commands: PageCommands }) {
  return (
    <Button icon="undo" disabled={!canUndo} onClick={undo}>
      {t('paper.undo')}
    </Button>
  )
}

/** Whether the paper is made white. */
function WhiteBox({ commands, page }: Pick<ToolsProps, 'commands' | 'page'>) {
  return (
    <label className="toggle">
      <input
        type="checkbox"
        checked={page.white}
        onChange={({ target }) => commands.changePage({ white: target.checked })}
      />
      <span>
        <b>{t('paper.white')}</b>
        <small>{t('paper.white.hint')}</small>
      </span>
    </label>
  )
}

interface CornerStepsProps {
  commands: PageCommands
  onPreview: () => void
}

/** Leads from the corners of one page to the next, and then to the preview. */
export function CornerSteps({ commands, onPreview }: CornerStepsProps) {
  const { pages, page, index, isLast, show } = commands
  return (
    <>
      {page && !isLast && (
        <Button icon="eye" onClick={onPreview}>
          {t('paper.see')}
        </Button>
      )}
      {page && (
        <Button
          look="primary"
          {...(isLast && { icon: 'eye' as const })}
          onClick={() => (isLast ? onPreview() : show(pages[index + 1]?.id))}
        >
          {t(isLast ? 'paper.see' : 'paper.next')}
        </Button>
      )}
    </>
  )
}
