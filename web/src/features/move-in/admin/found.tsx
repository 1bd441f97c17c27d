import type { MoveIn } from '@bidyaloy/shared/features/move-in/move-in'
import {
  movedCollections,
  type RefusalReason,
  reasons,
} from '@bidyaloy/shared/features/move-in/reasons'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { EmptyBox } from '../../../ui/state-box.tsx'
import { type ItemList, ItemsDialog } from './items-dialog.tsx'
import { Preview } from './preview.tsx'
import { StepHeading } from './step-heading.tsx'
import { sizeText, sourceText, t } from './texts.ts'

/** What a look has found, what cannot be brought, and the first items as they will look. */
export function Found({ move }: { move: MoveIn }) {
  const { groups, refused } = move
  const [list, setList] = useState<ItemList | null>(null)
  const [isPreviewed, setPreviewed] = useState(false)
  const counts = movedCollections.flatMap((collection) => {
    const own = groups.filter((group) => group.collection === collection)
    const count = own.reduce((sum, group) => sum + group.count, 0)
    return count > 0 ? [{ label: t(`moveIn.kind.${collection}`), count }] : []
  })
  const refusals = refused.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className="stack" aria-labelledby="move-in-step">
      <div>
        <StepHeading>{t('moveIn.found.title')}</StepHeading>
        <p className="muted movein__source">{sourceText(move.source)}</p>
      </div>
      {counts.length === 0 && (
        <div className="card">
          <EmptyBox bn={t('moveIn.found.none')} />
        </div>
      )}
      {counts.length + refusals > 0 && (
        <Tallies counts={[...counts, { label: t('moveIn.found.refused'), count: refusals }]} />
      )}
      <ul className="card card--flush check3">
        {counts.length > 0 && <Extent move={move} />}
        <Drafts move={move} />
        <NotBrought move={move} onList={setList} />
      </ul>
      {counts.length > 0 && (
        <div className="row">
          <Link className="btn btn--primary" to="?step=choose">
            {t('moveIn.found.next')}
          </Link>
          <Button
            look="quiet"
            icon="eye"
            aria-expanded={isPreviewed}
            onClick={() => setPreviewed(!isPreviewed)}
          >
            {t('moveIn.found.ten')}
          </Button>
        </div>
      )}
      {isPreviewed && <Preview id={move._id} />}
      {list && <ItemsDialog id={move._id} list={list} onClose={() => setList(null)} />}
    </section>
  )
}

/** Figures, each with its name. */
export function Tallies({ counts }: { counts: readonly { label: string; count: number }[] }) {
  return (
    <dl className="tallies">
      {counts.map(({ label, count }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The years, the size, and whether it fits on the disk. */
function Extent({ move: { groups, files, bytes, freeBytes } }: { move: MoveIn }) {
  const years = groups.flatMap(({ year }) => (year === null ? [] : [year]))
  const from = toBengaliDigits(Math.min(...years))
  const to = toBengaliDigits(Math.max(...years))
  const isFull = bytes !== null && freeBytes !== null && bytes > freeBytes
  const size = bytes === null ? undefined : sizeText(bytes)
  const extent =
    size === undefined
      ? t('moveIn.found.files', { n: formatNumber(files) })
      : t('moveIn.found.size', { n: formatNumber(files), size })
  const span =
    years.length === 0 ? [] : from === to ? [from] : [t('moveIn.found.years', { from, to })]
  return (
    <Remark tone={isFull ? 'miss' : 'ok'}>
      {[...span, extent].join(', ')}
      {freeBytes !== null && (
        <small>
          {t(isFull ? 'moveIn.found.tooFull' : 'moveIn.found.free', { size: sizeText(freeBytes) })}
        </small>
      )}
    </Remark>
  )
}

function Drafts({ move: { groups } }: { move: MoveIn }) {
  const drafts = groups.reduce((sum, group) => sum + group.drafts, 0)
  if (drafts === 0) return null
  return (
    <Remark tone="ok">
      {t('moveIn.found.drafts', { n: formatNumber(drafts) })}
      <small>{t('moveIn.found.drafts.what')}</small>
    </Remark>
  )
}

interface NotBroughtProps {
  move: MoveIn
  onList: (list: ItemList) => void
}

/** What cannot be brought, by reason, and what does not fit, each with its list. */
function NotBrought({ move: { refused, leftOut }, onList }: NotBroughtProps) {
  return (
    <>
      {refused.map(({ reason, count }) => {
        const title = t('moveIn.report.refused.reason', {
          reason: t(`moveIn.reason.${reason}`),
          n: formatNumber(count),
        })
        return (
          <Remark
            key={reason}
            tone={toneOf(reason)}
            list={title}
            onList={() => onList({ title, filter: { outcome: 'refused', reason } })}
          >
            {title}
            <small>
              {reasons[reason].remedy === 'file'
                ? t('moveIn.found.later')
                : t(`moveIn.next.${reason}`)}
            </small>
          </Remark>
        )
      })}
      <LeftOutRemarks leftOut={leftOut} onList={onList} />
    </>
  )
}

interface LeftOutProps {
  leftOut: MoveIn['leftOut']
  /** Whether the items were brought. */
  isBrought?: boolean
  onList: (list: ItemList) => void
}

/** What does not fit into the entries, each with the list of its items. */
export function LeftOutRemarks({ leftOut, isBrought = false, onList }: LeftOutProps) {
  return leftOut.map(({ what, count }) => {
    const title = t('moveIn.leftOut.count', {
      what: t(`moveIn.leftOut.${what}`),
      n: formatNumber(count),
    })
    return (
      <Remark key={what} list={title} onList={() => onList({ title, filter: { leftOut: what } })}>
        {title}
        <small>{t(isBrought ? 'moveIn.leftOut.what.brought' : 'moveIn.leftOut.what')}</small>
      </Remark>
    )
  })
}

type Tone = 'ok' | 'plain' | 'miss'
const TONE_ICONS = { ok: 'check', plain: 'info', miss: 'warn' } as const

/** How what cannot be brought looks: nothing is wrong with some of it. */
export const toneOf = (reason: RefusalReason): Tone =>
  reasons[reason].remedy === 'none' ? 'plain' : 'miss'

/** The icon of a line. */
export const ToneIcon = ({ tone }: { tone: Tone }) => <Icon name={TONE_ICONS[tone]} />

interface RemarkProps {
  tone?: Tone
  /** What the list is of, for screen readers. */
  list?: string
  onList?: () => void
  children: ReactNode
}

function Remark({ tone = 'miss', list, onList, children }: RemarkProps) {
  return (
    <li className={tone}>
      <ToneIcon tone={tone} />
      <span>{children}</span>
      {onList && (
        <Button small look="quiet" onClick={onList}>
          {t('moveIn.found.list')}
          <span className="vh">: {list}</span>
        </Button>
      )}
    </li>
  )
}
