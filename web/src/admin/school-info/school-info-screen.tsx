import { useQuery } from '@tanstack/react-query'
import { schoolInfoQuery } from '../../school/use-school.ts'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Button } from '../../ui/button.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { t } from '../t.ts'
import { SchoolInfoForm } from './school-info-form.tsx'

/** What the school says of itself at a glance: saved for the first time, or changed. */
export function SchoolInfoScreen() {
  const { data, isError, refetch, isFetching } = useQuery(schoolInfoQuery(useAdminApi()))
  return (
    <>
      <ScreenHead title={t('admin.schoolInfo.title')} en={t.en('admin.schoolInfo.title')}>
        {t('admin.schoolInfo.lead')}
      </ScreenHead>
      {data !== undefined ? (
        <SchoolInfoForm saved={data} />
      ) : isError ? (
        <div className="card state state--error" role="alert">
          <p className="state__t">{t('admin.schoolInfo.failed')}</p>
          <Button icon="retry" busy={isFetching} onClick={() => refetch()}>
            {t('error.retry')}
          </Button>
        </div>
      ) : (
        <div className="card state" role="status">
          <span className="spin" aria-hidden="true" />
          <p>
            <Bilingual {...t.pair('admin.schoolInfo.loading')} />
          </p>
        </div>
      )}
    </>
  )
}
