import { resultsAdminCopy } from '@bidyaloy/shared/features/results/admin-copy'
import { pages } from '@bidyaloy/shared/features/results/paths'
import type { PublicResults, Slip } from '@bidyaloy/shared/features/results/results'
import { formatCode } from '@bidyaloy/shared/features/results/slip-code'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { HOME_PATH } from '../../../admin/api/return-path.ts'
import { ChangeFailure } from '../../../admin/components/change-failure.tsx'
import { ConfirmDialog } from '../../../admin/components/dialogs.tsx'
import { focusOnMount } from '../../../admin/components/focus.ts'
import { useSiteOrigin } from '../../../admin/entries/site-origin.ts'
import { withCopy } from '../../../admin/t.ts'
import { Button } from '../../../ui/button.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { useToasts } from '../../../ui/toast.tsx'
import { useSchoolName } from '../../contact/queries.ts'
import { keptSlips, shortGroupText } from './sheets-query.ts'
import './slips.css'

const t = withCopy(resultsAdminCopy)

const ON_A_PAGE = 8

interface SlipsProps {
  sheet: PublicResults
  slips: readonly Slip[]
}

/** The slips of a sheet, eight on a page of A4, until they are printed. */
export function Slips({ sheet, slips }: SlipsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const n = toBengaliDigits(slips.length)
  const pageCount = toBengaliDigits(Math.ceil(slips.length / ON_A_PAGE))
  const groups = Array.from({ length: Math.ceil(slips.length / ON_A_PAGE) }, (_, page) =>
    slips.slice(page * ON_A_PAGE, (page + 1) * ON_A_PAGE),
  )
  return (
    <section className="stack" aria-labelledby="slips">
      <div className="row row--between slips__head">
        <div>
          <h2 id="slips" tabIndex={-1} ref={focusOnMount}>
            {t('results.slips.title', { n, pages: pageCount })}
          </h2>
          <p>{t('results.slips.lead')}</p>
        </div>
        <div className="row">
          <Button look="primary" icon="print" onClick={() => print()}>
            {t('results.slips.print')}
          </Button>
          <Button icon="check" onClick={() => setIsAsking(true)}>
            {t('results.slips.printed')}
          </Button>
        </div>
      </div>
      <div className="slips">
        {groups.map((ofPage) => (
          <ul key={ofPage[0]?.roll}>
            {ofPage.map((slip) => (
              <OneSlip key={slip.roll} sheet={sheet} slip={slip} />
            ))}
          </ul>
        ))}
      </div>
      {isAsking && <PrintedDialog id={sheet._id} onClose={() => setIsAsking(false)} />}
    </section>
  )
}

/** A slip. Its QR code names sheet and roll, never the code. */
function OneSlip({ sheet, slip }: { sheet: PublicResults; slip: Slip }) {
  const school = useSchoolName()
  const origin = useSiteOrigin()
  const roll = toBengaliDigits(slip.roll)
  const address = origin && origin + pages.results
  return (
    <li>
      <b>{school}</b>
      <div>
        <p>{t('results.slips.exam', { exam: sheet.exam, group: shortGroupText(sheet) })}</p>
        <p>
          <b>{t('results.slips.of', { name: slip.name, roll })}</b>
        </p>
        <p className="slips__code" lang="en">
          {formatCode(slip.code)}
        </p>
        {address && (
          <p className="slips__address" lang="en">
            {address.replace(/^https?:\/\//, '')}
          </p>
        )}
      </div>
      {address && (
        <QrCode
          text={`${address}?in=${sheet._id}&roll=${slip.roll}`}
          label={t('results.slips.code')}
        />
      )}
    </li>
  )
}

/** Asks whether the slips are printed: then nobody can read them again. */
function PrintedDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const navigate = useNavigate()
  const forget = useMutation({
    mutationFn: () => api.forgetSlips({ params: { id } }),
    onSuccess: async () => {
      keptSlips.forget(id)
      // A new screen removes messages; this one is told on it.
      await navigate(`${HOME_PATH}/results`, { flushSync: true })
      toasts.show({ tone: 'ok', text: t('results.slips.forgotten') })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['resultSheets'] }),
  })
  return (
    <ConfirmDialog
      title={t('results.slips.printed.title')}
      yes={{ icon: 'check', label: t('results.slips.printed.yes'), busy: forget.isPending }}
      onYes={() => forget.mutate()}
      onClose={onClose}
    >
      <ChangeFailure change={forget} text={t('results.slips.failed')} />
      <p>{t('results.slips.printed.what')}</p>
    </ConfirmDialog>
  )
}
