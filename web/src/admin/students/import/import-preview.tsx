import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { studentsCopy } from '@bidyaloy/shared/copy/students-copy'
import type { CountField } from '@bidyaloy/shared/school/student-count'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { studentCountsQuery } from '../../../school/use-school.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { failureText, hasCode } from '../../api/failure-text.ts'
import { ContentKey } from '../../api/idempotency-key.ts'
import { useWriteApi } from '../../api/use-write-api.ts'
import { withCopy } from '../../t.ts'
import { STUDENT_COUNTS_KEY } from '../count-group.ts'
import { type ComparedRow, compareCounts, doubtsIn, importBody } from './compare-counts.ts'
import type { SheetReading, UnreadReason, UnreadRow } from './read-count-sheet.ts'

const t = withCopy(studentsCopy)

interface ImportPreviewProps {
  reading: SheetReading
  onOther: () => void
  /** @param queued whether it only waits on this computer */
  onDone: (counts: { created: number; updated: number }, queued: boolean) => void
}

/** What the sheet would change, beside what is saved. Only a yes writes it, all or nothing. */
export function ImportPreview({ reading, onOther, onDone }: ImportPreviewProps) {
  const writing = useWriteApi()
  const { api } = writing
  const queryClient = useQueryClient()
  const query = studentCountsQuery(api)
  const saved = useQuery(query)
  const heading = useRef<HTMLHeadingElement>(null)
  const trouble = useRef<HTMLDivElement>(null)
  const [contentKey] = useState(() => new ContentKey<[string]>())
  // A concurrent change of a count updates the comparison.
  const compared = useMemo(
    () => saved.data && compareCounts(saved.data, reading.rows),
    [saved.data, reading],
  )
  const write = useMutation({
    mutationFn: async (rows: readonly ComparedRow[]) => {
      const body = importBody(rows)
      const idempotencyKey = contentKey.for([JSON.stringify(body)])
      return api.importStudentCounts({ body }, { idempotencyKey })
    },
    onSuccess: (counts) => onDone(counts, writing.tookQueued()),
    onError: async (error) => {
      if (hasCode(error, 'conflict')) await queryClient.fetchQuery({ ...query, staleTime: 0 })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: STUDENT_COUNTS_KEY }),
  })
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    if (write.isError) trouble.current?.focus()
  }, [write.isError])

  const written = compared?.filter(({ kind }) => kind !== 'same') ?? []
  const doubtful = written.filter(({ doubts }) => doubts.length > 0).length
  return (
    <section className="card stack" aria-labelledby="import-preview">
      <h2 id="import-preview" tabIndex={-1} ref={heading}>
        {t('import.preview.title')}
      </h2>
      {write.isError && (
        <Alert tone="error" ref={trouble}>
          {hasCode(write.error, 'conflict') ? (
            <>
              <b>{failureText(write.error)}</b> {t('import.changed')}
            </>
          ) : (
            <>
              <b>{t('import.failed')}</b> {failureText(write.error)}
            </>
          )}
        </Alert>
      )}
      {!compared ? (
        <Waiting failed={saved.isError} onRetry={() => saved.refetch()} />
      ) : (
        <>
          <Summary
            rows={compared}
            unread={reading.unread.length}
            absent={
              (saved.data?.length ?? 0) - compared.filter(({ kind }) => kind !== 'new').length
            }
          />
          {reading.ignored.length > 0 && (
            <p className="hint">{t('import.ignored', { columns: reading.ignored.join(', ') })}</p>
          )}
          {reading.unread.length > 0 && <RejectedRows rows={reading.unread} />}
          {doubtful > 0 && (
            <Alert tone="warn">
              <p>{t('import.doubts', { n: toBengaliDigits(doubtful) })}</p>
              <ul>
                {doubtsIn(written).map(({ doubt, n }) => (
                  <li key={doubt}>
                    {t('import.doubts.of', {
                      n: toBengaliDigits(n),
                      doubt: t(`import.doubt.${doubt}`),
                    })}
                  </li>
                ))}
              </ul>
            </Alert>
          )}
          {written.length > 0 ? (
            <ChangeTable rows={written} fields={reading.fields} />
          ) : (
            compared.length > 0 && <Alert tone="ok">{t('import.same')}</Alert>
          )}
        </>
      )}
      <div className="formfoot">
        {written.length > 0 && (
          <Button
            look="primary"
            icon="check"
            busy={write.isPending}
            onClick={() => write.mutate(written)}
          >
            {write.isPending
              ? t('form.saving')
              : t('import.confirm', { n: toBengaliDigits(written.length) })}
          </Button>
        )}
        <Button look="quiet" onClick={onOther} disabled={write.isPending}>
          {t('import.other')}
        </Button>
      </div>
    </section>
  )
}

function Waiting({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  if (!failed) {
    return (
      <p className="row" role="status">
        <span className="spin" aria-hidden="true" /> {t('import.preview.waiting')}
      </p>
    )
  }
  return (
    <Alert tone="error">
      <p>{t('import.preview.failed')}</p>
      <Button small icon="retry" onClick={onRetry}>
        {t('error.retry')}
      </Button>
    </Alert>
  )
}

interface SummaryProps {
  rows: readonly ComparedRow[]
  unread: number
  /** Saved counts of which the sheet says nothing. */
  absent: number
}

function Summary({ rows, unread, absent }: SummaryProps) {
  const count = (wanted: ComparedRow['kind']) => rows.filter(({ kind }) => kind === wanted).length
  const figures = [
    { name: 'new', n: count('new') },
    { name: 'changed', n: count('changed') },
    { name: 'same', n: count('same') },
    { name: 'unread', n: unread },
    { name: 'absent', n: absent },
  ] as const
  return (
    <dl className="livesums">
      {figures.map(({ name, n }) => (
        <div className={name === 'unread' && n > 0 ? 'off' : undefined} key={name}>
          <dt>{t(`import.count.${name}`)}</dt>
          <dd>{formatNumber(n)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface ChangeTableProps {
  rows: readonly ComparedRow[]
  /** The numbers for which the sheet has a column. */
  fields: readonly CountField[]
}

/** New and changed rows; a number that changes shows what it was. */
function ChangeTable({ rows, fields }: ChangeTableProps) {
  const title = t('import.table')
  return (
    <div className="figures-wrap stack stack--3">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <section className="figures-box" tabIndex={0} aria-label={title}>
        <table className="figures figures--changes">
          <caption>
            <span className="vh">{title}</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('students.col.class')}</th>
              <th scope="col" className="txt">
                {t('students.col.shift')}
              </th>
              <th scope="col" className="txt">
                {t('students.col.section')}
              </th>
              <th scope="col" className="txt">
                {t('import.kind')}
              </th>
              {fields.map((field) => (
                <th scope="col" key={field}>
                  {t(`students.col.${field}`)}
                </th>
              ))}
              <th scope="col">{t('import.line')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ChangeRow key={row.line} row={row} fields={fields} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

function ChangeRow({ row, fields }: { row: ComparedRow; fields: readonly CountField[] }) {
  return (
    <tr>
      <th scope="row">{t(`enum.class.${row.className}`)}</th>
      <td className="txt">{t(`enum.shift.${row.shift}`)}</td>
      <td className="txt">{t(`enum.section.${row.section}`)}</td>
      <td className="txt">
        {t(row.kind === 'new' ? 'import.kind.new' : 'import.kind.changed')}
        {row.doubts.map((doubt) => (
          <span className="doubt" key={doubt} title={t(`import.doubt.${doubt}`)}>
            <Icon name="warn" />
            <span className="vh">{t(`import.doubt.${doubt}`)}</span>
          </span>
        ))}
      </td>
      {fields.map((field) => (
        <td key={field}>
          <Change before={row.before[field]} after={row.after[field] ?? 0} />
        </td>
      ))}
      <td className="z">{toBengaliDigits(row.line)}</td>
    </tr>
  )
}

function Change({ before, after }: { before: number | undefined; after: number }) {
  if (before === undefined) return formatNumber(after)
  const shown = { before: formatNumber(before), after: formatNumber(after) }
  return (
    <span className="change">
      <span className="vh">{t('import.was', shown)}</span>
      <span aria-hidden="true">
        <s>{shown.before}</s> → <b>{shown.after}</b>
      </span>
    </span>
  )
}

/** The rejected rows, each with its line and reason. */
function RejectedRows({ rows }: { rows: readonly UnreadRow[] }) {
  return (
    <div className="stack stack--3">
      <Alert tone="warn">
        <b>{t('import.unread.title', { n: toBengaliDigits(rows.length) })}</b>{' '}
        {t('import.unread.fix')}
      </Alert>
      <div className="table-box">
        <table className="table table--stack">
          <thead>
            <tr>
              <th scope="col">{t('import.line')}</th>
              <th scope="col">{t('import.unread.content')}</th>
              <th scope="col">{t('import.unread.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, text, reason }) => (
              <tr key={line}>
                <td data-label={t('import.line')}>{toBengaliDigits(line)}</td>
                <td className="unread">{text}</td>
                <td>{reasonText(reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** Why a row was not understood. */
function reasonText(reason: UnreadReason): string {
  if (reason.kind === 'twice') {
    return t('import.reason.twice', { line: toBengaliDigits(reason.line) })
  }
  if (reason.kind === 'number') {
    const field = t(`students.col.${reason.field}`)
    return t('import.reason.number', { field, text: reason.text })
  }
  return reason.text === ''
    ? t(`import.reason.${reason.kind}.none`)
    : t(`import.reason.${reason.kind}`, { text: reason.text })
}
