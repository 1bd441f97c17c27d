import type { MoveIn } from '@bidyaloy/shared/features/move-in/move-in'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { publishedPath } from '../../../admin/components/screen-links.ts'
import { Alert } from '../../../ui/alert.tsx'
import { CsvButton } from './csv-button.tsx'
import { LeftOutRemarks, Tallies } from './found.tsx'
import { type ItemList, ItemsDialog } from './items-dialog.tsx'
import { ProgressBar } from './looking.tsx'
import { RefusedItems } from './refused-items.tsx'
import { StepHeading } from './step-heading.tsx'
import { t } from './texts.ts'
import { Undo } from './undo.tsx'

/** What became of everything that was chosen, and the way back. */
export function Report({ move }: { move: MoveIn }) {
  if (move.state === 'undoing') return <Undoing move={move} />
  if (move.state === 'undone') return <Undone />
  return <DoneReport move={move} />
}

function DoneReport({ move }: { move: MoveIn }) {
  const { _id: id, counts, addresses, leftOut } = move
  const { asked, published, draft, refused, dismissed } = counts
  const [list, setList] = useState<ItemList | null>(null)
  const terms = [published, draft, refused, ...(dismissed > 0 ? [dismissed] : [])]
  return (
    <section className="stack" aria-labelledby="move-in-step">
      <StepHeading isHidden>{t('moveIn.step.report')}</StepHeading>
      <Tallies
        counts={[
          { label: t('moveIn.report.asked'), count: asked },
          { label: t('moveIn.report.published'), count: published },
          { label: t('moveIn.report.draft'), count: draft },
          { label: t('moveIn.report.refused'), count: refused },
          ...(dismissed > 0 ? [{ label: t('moveIn.outcome.dismissed'), count: dismissed }] : []),
        ]}
      />
      <Alert tone="ok">
        <b>{t('moveIn.report.balance')}</b>{' '}
        {t('moveIn.report.sum', {
          asked: formatNumber(asked),
          parts: terms.map(formatNumber).join(' + '),
        })}{' '}
        {addresses > 0 && t('moveIn.report.addresses', { n: formatNumber(addresses) })}
      </Alert>
      <RefusedItems move={move} />
      {leftOut.length > 0 && (
        <section className="card card--flush" aria-labelledby="move-in-left-out">
          <h2 className="movein__h" id="move-in-left-out">
            {t('moveIn.report.leftOut')}
          </h2>
          <ul className="check3">
            <LeftOutRemarks leftOut={leftOut} isBrought onList={setList} />
          </ul>
        </section>
      )}
      <div className="stack stack--3 movein__act">
        <div className="row">
          <Link
            className="btn btn--primary"
            to={published > 0 || draft === 0 ? publishedPath : `${publishedPath}?state=draft`}
          >
            {t('moveIn.report.seen')}
          </Link>
          <CsvButton id={id} of="report">
            {t('moveIn.report.csv')}
          </CsvButton>
          {addresses > 0 && (
            <CsvButton id={id} of="addresses">
              {t('moveIn.report.addresses.csv')}
            </CsvButton>
          )}
          <Link className="btn btn--quiet" to="?move=new">
            {t('moveIn.report.again')}
          </Link>
        </div>
        {addresses > 0 && <p className="hint">{t('moveIn.report.addresses.csv.hint')}</p>}
      </div>
      <Undo move={move} />
      {list && <ItemsDialog id={id} list={list} onClose={() => setList(null)} />}
    </section>
  )
}

function Undoing({ move: { progress } }: { move: MoveIn }) {
  return (
    <section className="card stack" aria-labelledby="move-in-step">
      <StepHeading>{t('moveIn.undoing.title')}</StepHeading>
      <ProgressBar progress={progress} label={t('moveIn.undoing.title')} />
      <p className="hint">{t('moveIn.bring.lead')}</p>
    </section>
  )
}

function Undone() {
  return (
    <section className="card stack" aria-labelledby="move-in-step">
      <StepHeading>{t('moveIn.undone.title')}</StepHeading>
      <p>{t('moveIn.undone.what')}</p>
      <p>
        <Link className="btn btn--primary" to="?move=new">
          {t('moveIn.report.again')}
        </Link>
      </p>
    </section>
  )
}
