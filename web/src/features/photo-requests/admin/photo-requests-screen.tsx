import { fileStemOf } from '@bidyaloy/shared/collections/entry-files'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { photoRequestAdminCopy } from '@bidyaloy/shared/features/photo-requests/admin-copy'
import { photoRequestCopy } from '@bidyaloy/shared/features/photo-requests/copy'
import type { PhotoRequest } from '@bidyaloy/shared/features/photo-requests/photo-request'
import { takeDownCopy } from '@bidyaloy/shared/features/take-down/admin-copy'
import { formatDate, formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { useNames } from '../../../admin/components/names.ts'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { blurPath } from '../../../admin/components/screen-links.ts'
import { OnlineGate } from '../../../admin/desktop-state/desktop-only.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Photo } from '../../../collections/photo.tsx'
import { PhoneLinks } from '../../../school/contact-links.tsx'
import { Button } from '../../../ui/button.tsx'
import { TakeDownDialog } from '../../take-down/admin/take-down-dialog.tsx'
import { AutomaticCard } from './automatic-card.tsx'
import { DeleteRequestDialog, RefuseDialog } from './request-dialogs.tsx'
import { photoRequestsQuery } from './requests-query.ts'
import { useAnswers } from './use-answers.ts'
import './photo-requests.css'

const t = withCopy(photoRequestCopy, photoRequestAdminCopy, takeDownCopy, entriesCopy)

/** A dialog about a request. */
interface Asked {
  step: 'refuse' | 'takeDown' | 'delete'
  request: PhotoRequest
}

/** The requests of visitors to take a photo down: those that wait, then the answered ones. */
export function PhotoRequestsScreen() {
  const query = useQuery(photoRequestsQuery(useAdminApi()))
  const [asked, setAsked] = useState<Asked>()
  const heading = useRef<HTMLHeadingElement>(null)
  const requests = query.data ?? []
  const open = requests.filter(({ answer }) => !answer)
  const answered = requests.filter(({ answer }) => answer)
  const n = formatNumber(open.length)
  const close = () => setAsked(undefined)
  const onGone = () => heading.current?.focus()
  return (
    <>
      <ScreenHead title={t('photoRequests.title')}>
        {query.data && (open.length > 0 ? t('photoRequests.lead', { n }) : t('photoRequests.none'))}
      </ScreenHead>
      <OnlineGate offline={t('photoRequests.offline')}>
        <QueryState
          query={query}
          texts={{ loading: t('photoRequests.loading'), error: t('photoRequests.error') }}
          isEmpty={() => false}
        >
          {() => (
            <>
              <h2 className="vh" tabIndex={-1} ref={heading}>
                {t('photoRequests.waiting')}
              </h2>
              {open.length > 0 && (
                <ul className="card card--flush askedlist">
                  {open.map((request) => (
                    <OpenRequest
                      key={request._id}
                      request={request}
                      onAsk={(step) => setAsked({ step, request })}
                      onGone={onGone}
                    />
                  ))}
                </ul>
              )}
              {answered.length > 0 && (
                <section className="stack" aria-labelledby="answered">
                  <h2 id="answered">{t('photoRequests.answered')}</h2>
                  <p className="hint">{t('photoRequests.answered.lead')}</p>
                  <ul className="card card--flush askedlist askedlist--answered">
                    {answered.map((request) => (
                      <AnsweredRequest
                        key={request._id}
                        request={request}
                        onAsk={(step) => setAsked({ step, request })}
                      />
                    ))}
                  </ul>
                </section>
              )}
            </>
          )}
        </QueryState>
        <AutomaticCard />
      </OnlineGate>
      {asked?.step === 'refuse' && (
        <RefuseDialog request={asked.request} onClose={close} onGone={onGone} />
      )}
      {asked?.step === 'delete' && (
        <DeleteRequestDialog request={asked.request} onClose={close} onGone={onGone} />
      )}
      {asked?.step === 'takeDown' && (
        <TakeDownDialog target={{ photo: asked.request.photo }} onClose={close} onDone={onGone} />
      )}
    </>
  )
}

const nameOfPhoto = ({ title, place }: PhotoRequest) =>
  t('photoRequest.photo', { title, n: formatNumber(place) })

interface RequestProps {
  request: PhotoRequest
  onAsk: (step: Asked['step']) => void
}

function OpenRequest({ request, onAsk, onGone }: RequestProps & { onGone: () => void }) {
  const { who, reason, phone, at, file, collection, entryId } = request
  const { hide } = useAnswers()
  const name = nameOfPhoto(request)
  return (
    <li>
      <div className="askedlist__photo">
        {file ? (
          <Photo picture={file} sizes="(min-width: 48rem) 15rem, calc(100vw - 4rem)" alt={name} />
        ) : (
          <p className="muted">{t('photoRequests.gone')}</p>
        )}
      </div>
      <div className="stack">
        <p className="meta">
          <span>{t(`photoRequest.who.${who}`)}</span>
          <time dateTime={at}>{formatDateTime(at)}</time>
          <span>{name}</span>
        </p>
        {reason ? (
          <blockquote className="quote askedlist__reason">{reason}</blockquote>
        ) : (
          <p className="muted">{t('photoRequests.noReason')}</p>
        )}
        {phone && <PhoneLinks typed={phone} of={t(`photoRequest.who.${who}`)} icon />}
        <div className="row">
          <Button
            look="primary"
            icon="eye"
            busy={hide.isPending}
            onClick={() => hide.mutate(request, { onSuccess: onGone })}
          >
            {t('photoRequests.hide')}
            <Of name={name} />
          </Button>
          <Button look="danger" icon="trash" onClick={() => onAsk('takeDown')}>
            {t('takeDown.open')}
            <Of name={name} />
          </Button>
          {file && (
            <Link className="btn" to={blurPath(collection, entryId, fileStemOf(file.filePath))}>
              {t('row.blur')}
              <Of name={name} />
            </Link>
          )}
          <Button look="quiet" onClick={() => onAsk('refuse')}>
            {t('photoRequests.refuse')}
            <Of name={name} />
          </Button>
          <Button look="quiet" onClick={() => onAsk('delete')}>
            {t('photoRequests.delete')}
            <Of name={name} />
          </Button>
        </div>
        <p className="hint">{t('photoRequests.hide.hint')}</p>
      </div>
    </li>
  )
}

function AnsweredRequest({ request, onAsk }: RequestProps) {
  const { answer } = request
  const { nameOf } = useNames()
  const { reopen } = useAnswers()
  const name = nameOfPhoto(request)
  if (!answer) return null
  const state = t(`photoRequests.answer.${answer.answer}`, { date: formatDate(answer.at) })
  return (
    <li>
      <p>
        <b>{name}</b>
      </p>
      <p className="meta">
        <span>{state}</span>
        <span dir="auto">{answer.by ? nameOf(answer.by) : t('photoRequests.byItself')}</span>
        {answer.reason && <span>{answer.reason}</span>}
      </p>
      <div className="row">
        {answer.canReopen && (
          <Button small icon="undo" busy={reopen.isPending} onClick={() => reopen.mutate(request)}>
            {t('photoRequests.reopen')}
            <Of name={name} />
          </Button>
        )}
        {answer.answer === 'hidden' && answer.canReopen && (
          <Button small look="danger" icon="trash" onClick={() => onAsk('takeDown')}>
            {t('takeDown.open')}
            <Of name={name} />
          </Button>
        )}
        <Button small look="quiet" onClick={() => onAsk('delete')}>
          {t('photoRequests.delete')}
          <Of name={name} />
        </Button>
      </div>
    </li>
  )
}

const Of = ({ name }: { name: ReactNode }) => <span className="vh">: {name}</span>
