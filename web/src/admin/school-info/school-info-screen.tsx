import { useQuery } from '@tanstack/react-query'
import { schoolInfoQuery } from '../../school/school-queries.ts'
import { Button } from '../../ui/button.tsx'
import { siteText } from '../../ui/site-text.ts'
import { AdminText, adminText } from '../admin-text.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { SchoolInfoForm } from './school-info-form.tsx'

/** What the school says of itself at a glance: saved for the first time, or changed. */
export function SchoolInfoScreen() {
  const { data, isError, refetch, isFetching } = useQuery(schoolInfoQuery(useAdminApi()))
  return (
    <>
      <ScreenHead
        title={adminText('admin.schoolInfo.title')}
        en={adminText.en('admin.schoolInfo.title')}
      >
        {adminText('admin.schoolInfo.lead')}
      </ScreenHead>
      {data !== undefined ? (
        <SchoolInfoForm saved={data} />
      ) : isError ? (
        <div className="card state state--error" role="alert">
          <p className="state__t">{adminText('admin.schoolInfo.failed')}</p>
          <Button icon="retry" busy={isFetching} onClick={() => refetch()}>
            {siteText('error.retry')}
          </Button>
        </div>
      ) : (
        <div className="card state" role="status">
          <span className="spin" aria-hidden="true" />
          <p>
            <AdminText id="admin.schoolInfo.loading" />
          </p>
        </div>
      )}
    </>
  )
}
