import {
  type CollectionName,
  collectionNames,
  listedApart,
} from '@bidyaloy/shared/collections/registry'
import { composeCopy } from '@bidyaloy/shared/copy/compose-copy'
import { RadioPicks } from '../form/radio-picks.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(composeCopy)

/** The collections that most entries belong to. */
const COMMON = [
  'notices',
  'news',
  'downloads',
  'albums',
  'events',
] as const satisfies CollectionName[]
const others = collectionNames.filter(
  (name) => !listedApart.includes(name) && !COMMON.some((common) => common === name),
)

interface KindLineProps {
  /** Id of the first choice. */
  id: string
  collection: CollectionName
  /** Whether it follows what is written. */
  isProposed: boolean
  error: string | undefined
  disabled: boolean
  onChoose: (collection: CollectionName) => void
}

/** The collection of a new entry, proposed or chosen; one tap changes it. */
export function KindLine({ id, collection, isProposed, error, disabled, onChoose }: KindLineProps) {
  const isOther = others.includes(collection)
  const chosen = t(`compose.kind.${collection}`)
  return (
    <div className="compose__sec kindline">
      <p role="status">
        {isProposed ? (
          <>
            {t('compose.kind.this')} <b>{chosen}</b> {t('compose.kind.seems')}
          </>
        ) : (
          t('compose.kind')
        )}
      </p>
      <RadioPicks
        className="kinds"
        id={id}
        legend={t('compose.kind')}
        hidesLegend
        options={COMMON.map((value) => ({ value, label: t(`compose.kind.${value}`) }))}
        value={COMMON.find((one) => one === collection)}
        onChange={onChoose}
        error={error}
        disabled={disabled}
      >
        <select
          className={isOther ? 'input input--select is-set' : 'input input--select'}
          aria-label={t('compose.kind.others')}
          value={isOther ? collection : ''}
          onChange={({ target }) => {
            const other = others.find((one) => one === target.value)
            if (other) onChoose(other)
          }}
        >
          <option value="" disabled={isOther}>
            {t('compose.kind.others')}
          </option>
          {others.map((one) => (
            <option key={one} value={one}>
              {t(`compose.kind.${one}`)}
            </option>
          ))}
        </select>
      </RadioPicks>
    </div>
  )
}
