import { formatDate, formatDateTime, startOfDay } from '@bidyaloy/shared/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import type { OutboxComparison, OutboxEntry } from '@bidyaloy/shared/desktop/desktop-api'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { comparisonQuery, outboxActions, useOutboxAction } from '../desktop-state/desktop-api.ts'
import { withCopy } from '../t.ts'
import type { OutboxDialogProps } from './edit-change-dialog.tsx'
import { fieldNamesOf, outboxSentence } from './outbox-texts.ts'

const t = withCopy(desktopCopy)

/** Compares a change with the server's record. A person keeps one of the two. */
export function ComparisonDialog({ entry, onClose, onGone }: OutboxDialogProps) {
  const { data, isError, isFetching, refetch } = useQuery(comparisonQuery(entry))
  const keepMine = useOutboxAction(onClose)
  const keepTheirs = useOutboxAction(onClose)
  const busy = keepMine.isPending || keepTheirs.isPending
  const isUnknown = isError || data?.theirs === null
  return (
    <Dialog title={t('outbox.state.conflict')} onClose={onClose}>
      <div className="dialog__b">
        <p className="quote">{outboxSentence(entry)}</p>
        <p>{t('outbox.compare.lead')}</p>
        {!data && !isError && (
          <p className="row" role="status">
            <span className="spin" aria-hidden="true" /> {t('outbox.compare.loading')}
          </p>
        )}
        {isUnknown && (
          <Alert tone="warn">
            <p>{t('outbox.compare.unknown')}</p>
            <Button small icon="retry" busy={isFetching} onClick={() => refetch()}>
              {t('error.retry')}
            </Button>
          </Alert>
        )}
        {data?.theirs && <Differences entry={entry} mine={data.mine} theirs={data.theirs} />}
      </div>
      <div className="dialog__f">
        <Button onClick={onClose}>{t('dialog.cancel')}</Button>
        <Button
          busy={keepTheirs.isPending}
          disabled={!data || busy}
          onClick={() =>
            keepTheirs.mutate(async () => {
              await outboxActions.discard(entry)
              onGone()
            })
          }
        >
          {t('outbox.conflict.keepServer')}
        </Button>
        <Button
          look="primary"
          busy={keepMine.isPending}
          disabled={!data || isUnknown || busy}
          onClick={() => keepMine.mutate(() => outboxActions.keepMine(entry))}
        >
          {t('outbox.conflict.keepMine')}
        </Button>
      </div>
    </Dialog>
  )
}

interface DifferencesProps {
  entry: OutboxEntry
  mine: OutboxComparison['mine']
  theirs: NonNullable<OutboxComparison['theirs']>
}

function Differences({ entry: { endpoint }, mine, theirs }: DifferencesProps) {
  const fields = comparedFields(endpoint, mine, theirs)
  if (fields.length === 0) return <p>{t('outbox.compare.same')}</p>
  return (
    <dl className="versus">
      {fields.map(({ field, name, ...sides }) => (
        <div key={field}>
          <dt>{name}</dt>
          {(['mine', 'theirs'] as const).map((side) => (
            <dd key={side}>
              <span className="muted">{t(`outbox.compare.${side}`)}</span>{' '}
              <b>{sides[side] || t('form.blank')}</b>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

type Fields = Readonly<Record<string, unknown>>

/** A field in which the change and the record differ, as display texts. */
interface ComparedField {
  field: string
  name: string
  mine: string
  theirs: string
}

/** Returns the fields of the change `mine` that differ from the record `theirs`. */
export function comparedFields(endpoint: string, mine: Fields, theirs: Fields): ComparedField[] {
  const names = fieldNamesOf(endpoint)
  const flatMine = flat(mine)
  const flatTheirs = flat(theirs)
  return Object.entries(names).flatMap(([field, name]) => {
    if (!(field in flatMine)) return []
    const sides = { mine: shown(field, flatMine[field]), theirs: shown(field, flatTheirs[field]) }
    return sides.mine === sides.theirs ? [] : [{ field, name, ...sides }]
  })
}

/** Flattens `{ services: { payment } }` to `{ 'services.payment': … }`. */
function flat(fields: Fields): Fields {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    isFields(value)
      ? Object.entries(value).map(([inner, part]) => [`${name}.${inner}`, part])
      : [[name, value]],
  )
  return Object.fromEntries(pairs)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const MOMENTS = ['publishAt', 'expiresAt', 'pinnedUntil']
const DAY = /^\d{4}-\d\d-\d\d$/
const Names = z.array(z.string())
const Links = z.array(z.object({ label: z.string() }))
const yesNo: Readonly<Record<string, string>> = {
  Yes: t('enum.yesno.Yes'),
  No: t('enum.yesno.No'),
}

function shown(field: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  const links = Links.safeParse(value)
  if (links.success) return links.data.map(({ label }) => label).join(', ')
  const names = Names.safeParse(value)
  if (names.success) return names.data.join(', ')
  const text = String(value).trim()
  if (text === '') return ''
  if (field === 'date') return formatDate(DAY.test(text) ? startOfDay(text) : text)
  if (MOMENTS.includes(field)) return formatDateTime(text)
  if (field === 'boundaryWall' || field === 'auditorium') return yesNo[text] ?? text
  return typeof value === 'number' || /^\d+$/.test(text) ? toBengaliDigits(text) : text
}
