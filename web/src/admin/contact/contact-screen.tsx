import { useQuery } from '@tanstack/react-query'
import { contactQuery } from '../../school/use-school.ts'
import { Alert } from '../../ui/alert.tsx'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadingBox } from '../../ui/state-box.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { t } from '../t.ts'
import { ContactForm } from './contact-form.tsx'

/** The contact record: added once, then changed. */
export function ContactScreen() {
  const { data, isFetched, isFetching, refetch } = useQuery(contactQuery(useAdminApi()))
  // Not `isError`: it ends while the record is asked for anew, and the form must stay.
  const unread = data === undefined && isFetched
  return (
    <>
      <ScreenHead title={t('admin.contact.title')}>{t('admin.contact.lead')}</ScreenHead>
      {(data === null || unread) && (
        <Alert tone={unread ? 'error' : 'warn'}>
          <p>
            <Bilingual {...t.pair('admin.contact.none')} />
          </p>
          {unread && (
            <>
              <p>{t('admin.contact.unread')}</p>
              <Button small icon="retry" busy={isFetching} onClick={() => refetch()}>
                {t('error.retry')}
              </Button>
            </>
          )}
        </Alert>
      )}
      {data === undefined && !unread ? (
        <div className="card">
          <LoadingBox id="public.contact.loading" />
        </div>
      ) : (
        <ContactForm saved={data ?? null} />
      )}
    </>
  )
}
