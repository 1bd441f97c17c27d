import { resultsAdminCopy } from '@bidyaloy/shared/features/results/admin-copy'
import { resultsTitle } from '@bidyaloy/shared/features/results/paths'
import type { ResultSheet } from '@bidyaloy/shared/features/results/results'
import { formatDays } from '@bidyaloy/shared/lib/bengali/days'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failureText } from '../../../admin/api/failure-text.ts'
import { HOME_PATH } from '../../../admin/api/return-path.ts'
import { ChangeFailure } from '../../../admin/components/change-failure.tsx'
import { ConfirmDialog } from '../../../admin/components/dialogs.tsx'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { type Column, RecordTable } from '../../../admin/components/record-table.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { OnlineGate } from '../../../admin/desktop-state/desktop-only.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useToasts } from '../../../ui/toast.tsx'
import { groupText, keptSlips, sheetsQuery } from './sheets-query.ts'
import { UntilDialog } from './until-dialog.tsx'

const t = withCopy(resultsAdminCopy)

/** The sheets whose results can be seen, with what may be said of them. */
export function ResultsScreen() {
  const query = useQuery(sheetsQuery(useAdminApi()))
  const [ended, setEnded] = useState<ResultSheet | null>(null)
  const [changed, setChanged] = useState<ResultSheet | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <ScreenHead title={resultsTitle}>{t('results.admin.lead')}</ScreenHead>
      <OnlineGate offline={t('results.admin.offline')}>
        <p className="row">
          <Link className="btn btn--primary" to={`${HOME_PATH}/results/import`}>
            <Icon name="upload" /> {t('results.admin.import')}
          </Link>
        </p>
        <h2 className="vh" tabIndex={-1} ref={heading}>
          {t('results.admin.list')}
        </h2>
        <QueryState
          query={query}
          texts={{
            loading: t('results.admin.loading'),
            error: t('results.admin.error'),
            empty: t('results.admin.none'),
          }}
        >
          {(sheets) => <SheetTable sheets={sheets} onChange={setChanged} onEnd={setEnded} />}
        </QueryState>
        {changed && <UntilDialog sheet={changed} onClose={() => setChanged(null)} />}
        {ended && (
          <EndDialog
            sheet={ended}
            onClose={() => setEnded(null)}
            onGone={() => heading.current?.focus()}
          />
        )}
      </OnlineGate>
    </>
  )
}

interface SheetTableProps {
  sheets: readonly ResultSheet[]
  onChange: (sheet: ResultSheet) => void
  onEnd: (sheet: ResultSheet) => void
}

function SheetTable({ sheets, onChange, onEnd }: SheetTableProps) {
  const columns: Column<ResultSheet>[] = [
    {
      id: 'sheet',
      head: t('results.admin.sheet'),
      cell: (sheet) => (
        <>
          <b>{sheet.exam}</b>
          <br />
          {groupText(sheet)}
          {sheet.hasSlips && !keptSlips.find(sheet._id) && (
            <>
              <br />
              <small>{t('results.admin.slips.elsewhere')}</small>
            </>
          )}
        </>
      ),
    },
    {
      id: 'figures',
      head: t('results.admin.figures'),
      label: t('results.admin.figures'),
      cell: ({ figures }) => t('results.admin.figures.text', figureTexts(figures)),
    },
    {
      id: 'until',
      head: t('results.admin.until'),
      label: t('results.admin.until'),
      cell: ({ until }) => formatDays(until),
    },
    {
      id: 'wrong',
      head: t('results.admin.wrong'),
      label: t('results.admin.wrong'),
      cell: ({ wrongTries }) => t('results.admin.wrong.text', { n: formatNumber(wrongTries) }),
    },
    {
      id: 'actions',
      className: 'actions',
      head: t('results.admin.actions'),
      cell: (sheet) => (
        <SheetActions sheet={sheet} onChange={() => onChange(sheet)} onEnd={() => onEnd(sheet)} />
      ),
    },
  ]
  return (
    <RecordTable
      caption={t('results.admin.list')}
      columns={columns}
      rows={sheets}
      keyOf={({ _id }) => _id}
    />
  )
}

const figureTexts = ({ rows, passed, gpa5 }: ResultSheet['figures']) => ({
  rows: formatNumber(rows),
  passed: formatNumber(passed),
  gpa5: formatNumber(gpa5),
})

interface SheetActionsProps {
  sheet: ResultSheet
  onChange: () => void
  onEnd: () => void
}

function SheetActions({ sheet, onChange, onEnd }: SheetActionsProps) {
  const group = groupText(sheet)
  return (
    <span className="row-actions">
      {sheet.hasSlips && keptSlips.find(sheet._id) && (
        <Link className="btn btn--small" to={`${HOME_PATH}/results/slips/${sheet._id}`}>
          <Icon name="print" /> {t('results.admin.slips')}
          <span className="vh">: {group}</span>
        </Link>
      )}
      <NoticeButton sheet={sheet} />
      <Button small icon="calendar" onClick={onChange}>
        {t('results.admin.until.change')}
        <span className="vh">: {group}</span>
      </Button>
      <Button small icon="trash" look="danger" onClick={onEnd}>
        {t('results.admin.end')}
        <span className="vh">: {group}</span>
      </Button>
    </span>
  )
}

/** Makes the draft of a notice with the numbers of a sheet. */
function NoticeButton({ sheet }: { sheet: ResultSheet }) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const texts = { exam: sheet.exam, group: groupText(sheet), ...figureTexts(sheet.figures) }
  const make = useMutation({
    mutationFn: () =>
      api.createEntry({
        params: { collection: 'notices' },
        body: {
          title: t('results.admin.notice.title', texts),
          body: t('results.admin.notice.body', texts),
          classes: [sheet.className],
          status: 'draft',
        },
      }),
    onSuccess: () => toasts.show({ tone: 'ok', text: t('results.admin.notice.made') }),
    onError: (error) =>
      toasts.show({
        tone: 'error',
        text: `${t('results.admin.notice.failed')} ${failureText(error)}`,
      }),
    onSettled: () => queryClient.invalidateQueries(),
  })
  return make.isSuccess ? (
    <Link className="btn btn--small" to={`${HOME_PATH}/published?state=draft`}>
      {t('results.admin.notice.open')}
      <span className="vh">: {texts.group}</span>
    </Link>
  ) : (
    <Button small icon="edit" busy={make.isPending} onClick={() => make.mutate()}>
      {t('results.admin.notice')}
      <span className="vh">: {texts.group}</span>
    </Button>
  )
}

interface EndDialogProps {
  sheet: ResultSheet
  onClose: () => void
  onGone: () => void
}

/** Asks before the results of a sheet are deleted for good. */
function EndDialog({ sheet, onClose, onGone }: EndDialogProps) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const id = sheet._id
  const end = useMutation({
    mutationFn: () => api.endResults({ params: { id } }),
    onSuccess: () => {
      keptSlips.forget(id)
      onClose()
      onGone()
      toasts.show({ tone: 'ok', text: t('results.admin.ended') })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['resultSheets'] }),
  })
  return (
    <ConfirmDialog
      title={t('results.admin.end.title')}
      yes={{ icon: 'trash', label: t('results.admin.end.yes'), busy: end.isPending }}
      onYes={() => end.mutate()}
      onClose={onClose}
    >
      <ChangeFailure change={end} text={t('results.admin.end.failed')} />
      <p className="quote">
        {sheet.exam}, {groupText(sheet)}
      </p>
      <p>{t('results.admin.end.what')}</p>
    </ConfirmDialog>
  )
}
