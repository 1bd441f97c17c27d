import type { MoveIn, MoveInSummary } from '@bidyaloy/shared/features/move-in/move-in'
import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { OnlineGate } from '../../../admin/desktop-state/desktop-only.tsx'
import { focusSoon } from '../../../lib/focus-soon.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Bringing } from './bringing.tsx'
import { ChoiceForm } from './choice-form.tsx'
import { Found } from './found.tsx'
import { Looking } from './looking.tsx'
import { movesQuery, useMove } from './move-queries.ts'
import { ProgressNews } from './progress-news.tsx'
import { Report } from './report.tsx'
import { SourceForm } from './source-form.tsx'
import { STEP_HEADING } from './step-heading.tsx'
import { broughtText, sourceText, t } from './texts.ts'
import './move-in.css'

const STEPS = ['look', 'choose', 'bring', 'report'] as const
type Step = (typeof STEPS)[number]

/** In the address instead of the id of a move: another source is asked for. */
const NEW = 'new'

/** Brings what an older site has: look, choice, bringing, report. */
export function MoveInScreen() {
  const [params] = useSearchParams()
  const moves = useQuery(movesQuery(useAdminApi()))
  const asked = params.get('move')
  const id = asked === NEW ? undefined : (asked ?? moves.data?.[0]?._id)
  const query = useMove(id)
  const move = id === undefined ? undefined : query.data
  const step = stepOf(move, params.get('step') === 'choose')
  useFocusOfStep(id === undefined ? moves.data && NEW : move && viewOf(move, step))
  return (
    <>
      <ScreenHead title={t('moveIn.title')}>
        {step === 'report' && move ? broughtText(move) : t(`moveIn.${step}.lead`)}
      </ScreenHead>
      <Steps current={step} />
      <OnlineGate offline={t('moveIn.offline')}>
        <ProgressNews move={move} />
        <QueryState
          query={moves}
          texts={{ loading: t('moveIn.loading'), error: t('moveIn.error') }}
          isEmpty={() => false}
        >
          {(all) => (
            <>
              {id === undefined ? (
                <SourceForm />
              ) : (
                <QueryState
                  query={query}
                  texts={{ loading: t('moveIn.loading'), error: t('moveIn.error') }}
                >
                  {(shown) => <MoveInStep key={shown._id} move={shown} step={step} />}
                </QueryState>
              )}
              <EarlierMoves moves={all.filter(({ _id }) => _id !== id)} />
            </>
          )}
        </QueryState>
      </OnlineGate>
    </>
  )
}

function stepOf(move: MoveIn | undefined, isChoosing: boolean): Step {
  if (!move) return 'look'
  if (move.state === 'found') return isChoosing ? 'choose' : 'look'
  if (move.state === 'looking' || move.state === 'failed') return 'look'
  return move.state === 'bringing' || move.state === 'paused' ? 'bring' : 'report'
}

/** Returns the name of what is shown. A pause changes only a button. */
const viewOf = ({ state }: MoveIn, step: Step) =>
  `${state === 'paused' ? 'bringing' : state} ${step}`

/** Focuses the heading of a step that follows another one. @param name of what is shown; undefined until it is known */
function useFocusOfStep(name: string | undefined) {
  const before = useRef(name)
  useEffect(() => {
    if (name === undefined) return
    const isNext = before.current !== undefined && before.current !== name
    before.current = name
    if (isNext) focusSoon(() => document.getElementById(STEP_HEADING))
  }, [name])
}

function MoveInStep({ move, step }: { move: MoveIn; step: Step }) {
  if (step === 'choose') return <ChoiceForm move={move} />
  if (step === 'bring') return <Bringing move={move} />
  if (step === 'report') return <Report move={move} />
  if (move.state === 'looking') return <Looking move={move} />
  return (
    <>
      {move.state === 'found' && <Found move={move} />}
      <SourceForm former={move} />
    </>
  )
}

function Steps({ current }: { current: Step }) {
  const at = STEPS.indexOf(current)
  return (
    <ol className="steps3" aria-label={t('moveIn.steps')}>
      {STEPS.map((step, i) => (
        <li
          key={step}
          className={i < at ? 'is-done' : undefined}
          aria-current={step === current ? 'step' : undefined}
        >
          {t(`moveIn.step.${step}`)}
        </li>
      ))}
    </ol>
  )
}

/** The other moves, each with a link to its report. */
function EarlierMoves({ moves }: { moves: readonly MoveInSummary[] }) {
  if (moves.length === 0) return null
  return (
    <section className="card card--flush" aria-labelledby="earlier-moves">
      <h2 className="movein__h" id="earlier-moves">
        {t('moveIn.earlier')}
      </h2>
      <ul className="check3">
        {moves.map(({ _id, state, source, startedAt, finishedAt }) => (
          <li key={_id}>
            <Icon name="archive" />
            <span>
              <Link to={`?move=${_id}`}>
                {t('moveIn.earlier.row', {
                  source: sourceText(source),
                  day: formatDate(finishedAt ?? startedAt),
                })}
              </Link>
              <small>{t(`moveIn.state.${state}`)}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
