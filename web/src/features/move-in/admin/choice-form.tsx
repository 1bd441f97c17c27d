import { type MoveIn, MoveInChoice } from '@bidyaloy/shared/features/move-in/move-in'
import { movedCollections } from '@bidyaloy/shared/features/move-in/reasons'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { ChangeFailure } from '../../../admin/components/change-failure.tsx'
import { drafts } from '../../../admin/form/drafts.ts'
import { RadioPicks } from '../../../admin/form/radio-picks.tsx'
import { Button } from '../../../ui/button.tsx'
import { CategoryTable } from './category-table.tsx'
import { useMoveTask } from './move-queries.ts'
import { StepHeading } from './step-heading.tsx'
import { sourceText, t } from './texts.ts'

/** Years with a pick of their own; older ones share one until they are asked for. */
const OWN_PICKS = 8

/** Asks which kinds and years are brought, how, and where each old category belongs. */
export function ChoiceForm({ move }: { move: MoveIn }) {
  const { _id: id, groups, categories } = move
  const api = useAdminApi()
  const navigate = useNavigate()
  const { choice, change, forget } = useChoice(move)
  const bring = useMoveTask(async () => {
    const bringing = await api.bringMoveIn({ params: { id }, body: choice })
    forget()
    await navigate({ search: '' })
    return bringing
  })
  const collections = movedCollections.filter((name) =>
    groups.some(({ collection }) => collection === name),
  )
  const chosen = groups.filter(({ collection }) => choice.collections.includes(collection))
  const count = chosen
    .filter(({ year }) => choice.years.includes(year))
    .reduce((sum, group) => sum + group.count, 0)
  const countOf = (name: string) =>
    groups.reduce((sum, group) => sum + (group.collection === name ? group.count : 0), 0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (count > 0 && !bring.isPending) bring.mutate()
  }
  return (
    <form className="card stack" onSubmit={submit} aria-labelledby="move-in-step">
      <StepHeading isHidden>{t('moveIn.step.choose')}</StepHeading>
      <p className="muted movein__source">{sourceText(move.source)}</p>
      <ChangeFailure change={bring} text={t('moveIn.choose.failed')} />
      <Picks
        legend={t('moveIn.choose.what')}
        options={collections.map((name) => ({
          id: name,
          values: [name],
          label: t('moveIn.choose.kind', {
            kind: t(`moveIn.kind.${name}`),
            n: formatNumber(countOf(name)),
          }),
        }))}
        chosen={choice.collections}
        onChange={(next) => change({ collections: next })}
      />
      <YearPicks
        years={[...new Set(groups.map(({ year }) => year))]}
        chosen={choice.years}
        onChange={(years) => change({ years })}
      />
      <RadioPicks
        legend={t('moveIn.choose.how')}
        options={[
          { value: 'published', label: t('moveIn.choose.published') },
          { value: 'draft', label: t('moveIn.choose.draft') },
        ]}
        value={choice.as}
        onChange={(as) => change({ as })}
      />
      <CategoryTable
        categories={categories.filter(({ collection }) => choice.collections.includes(collection))}
        kinds={choice.kinds}
        onChange={(kinds) => change({ kinds })}
      />
      <div className="savebar row">
        <Button look="primary" type="submit" busy={bring.isPending} disabled={count === 0}>
          {count === 0
            ? t('moveIn.choose.nothing')
            : t('moveIn.choose.submit', { n: formatNumber(count) })}
        </Button>
        <Link className="btn" to="?">
          {t('moveIn.back')}
        </Link>
        <p className="hint">{t('moveIn.choose.quiet')}</p>
      </div>
    </form>
  )
}

/** The choice, which survives a reload: at first everything, published. */
function useChoice({ _id: id, groups, categories }: MoveIn) {
  const draft = `move-in ${id}`
  const [choice, setChoice] = useState<MoveInChoice>(
    () =>
      readChoice(drafts.read(draft).choice) ?? {
        collections: movedCollections.filter((name) =>
          groups.some(({ collection }) => collection === name),
        ),
        years: [...new Set(groups.map(({ year }) => year))],
        as: 'published',
        kinds: categories.map(({ category, collection, kind }) => ({ category, collection, kind })),
      },
  )
  const change = (part: Partial<MoveInChoice>) => {
    const next = { ...choice, ...part }
    setChoice(next)
    drafts.store(draft, { choice: JSON.stringify(next) })
  }
  return { choice, change, forget: () => drafts.forget(draft) }
}

/** Also one without kinds or years, from which nothing can be brought yet. */
const StoredChoice = MoveInChoice.extend({
  collections: MoveInChoice.shape.collections.min(0),
  years: MoveInChoice.shape.years.min(0),
})

function readChoice(text: string | undefined): MoveInChoice | null {
  if (text === undefined) return null
  try {
    return StoredChoice.parse(JSON.parse(text))
  } catch {
    return null
  }
}

interface PicksProps<T> {
  legend: string
  /** Each stands for one or more values. */
  options: readonly { id: string; values: readonly T[]; label: ReactNode }[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
  children?: ReactNode
}

/** A choice of any among a few. Children follow the choices. */
function Picks<T>({ legend, options, chosen, onChange, children }: PicksProps<T>) {
  return (
    <fieldset className="picks">
      <legend>{legend}</legend>
      {options.map(({ id, values, label }) => {
        const isChosen = values.every((value) => chosen.includes(value))
        const others = chosen.filter((value) => !values.includes(value))
        return (
          <label className="pick" key={id}>
            <input
              type="checkbox"
              checked={isChosen}
              onChange={() => onChange(isChosen ? others : [...others, ...values])}
            />
            <span>{label}</span>
          </label>
        )
      })}
      {children}
    </fieldset>
  )
}

type Year = number | null

interface YearPicksProps {
  years: readonly Year[]
  chosen: readonly Year[]
  onChange: (years: Year[]) => void
}

function YearPicks({ years, chosen, onChange }: YearPicksProps) {
  const known = years.filter((year) => year !== null).sort((a, b) => b - a)
  const isLong = known.length > OWN_PICKS + 1
  const older = isLong ? known.slice(OWN_PICKS) : []
  // Apart where only some of them are chosen.
  const areMixed = older.some((year) => chosen.includes(year) !== chosen.includes(older[0] ?? null))
  const [isApart, setApart] = useState(areMixed)
  const own = isApart ? known : known.slice(0, known.length - older.length)
  const range = { from: toBengaliDigits(older.at(-1) ?? 0), to: toBengaliDigits(older[0] ?? 0) }
  const options = [
    ...own.map((year) => ({
      id: String(year),
      values: [year] as Year[],
      label: toBengaliDigits(year),
    })),
    ...(older.length > 0 && !isApart
      ? [{ id: 'older', values: older as Year[], label: t('moveIn.choose.range', range) }]
      : []),
    ...(years.includes(null)
      ? [{ id: 'none', values: [null] as Year[], label: t('moveIn.choose.noYear') }]
      : []),
  ]
  return (
    <Picks legend={t('moveIn.choose.years')} options={options} chosen={chosen} onChange={onChange}>
      {older.length > 0 && !isApart && (
        <Button small look="quiet" onClick={() => setApart(true)}>
          {t('moveIn.choose.apart')}
        </Button>
      )}
    </Picks>
  )
}
