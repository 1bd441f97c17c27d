import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import {
  FACILITY_COUNTS,
  type SchoolInfo,
  SHIFT_FIELDS,
  YES_NO_FIELDS,
} from '@bidyaloy/shared/school/school-info'
import { useQuery } from '@tanstack/react-query'
import { schoolInfoQuery } from '../../school/school-queries.ts'
import { siteText } from '../../ui/site-text.ts'
import { useAdminApi } from '../api/admin-api.ts'
import { ScreenHead } from '../layout/screen-head.tsx'
import { PublishedSection } from './published-section.tsx'
import { RecordBox } from './record-box.tsx'

const texts = {
  loading: 'public.glance.loading',
  error: 'error.generic',
  empty: 'public.glance.empty',
} as const

/** The school at a glance as visitors read it. */
export function SchoolInfoScreen() {
  const query = useQuery(schoolInfoQuery(useAdminApi()))
  return (
    <>
      <ScreenHead title={siteText('public.glance.title')} />
      <PublishedSection title="admin.published" page="/schoolInfo">
        <RecordBox query={query} texts={texts}>
          {(info) => (
            <dl className="defgrid defgrid--3">
              {factsOf(info).map(([field, value]) => (
                <div key={field}>
                  <dt>{siteText(`schoolInfo.field.${field}`)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </RecordBox>
      </PublishedSection>
    </>
  )
}

/** Every fact in the order of the specification, ready to read. */
function factsOf(info: SchoolInfo) {
  return [
    ...SHIFT_FIELDS.map((field) => [field, info[field]] as const),
    ...(['totalLand', ...FACILITY_COUNTS] as const).map(
      (field) => [field, formatNumber(info[field])] as const,
    ),
    ...YES_NO_FIELDS.map((field) => [field, siteText(`enum.yesno.${info[field]}`)] as const),
  ]
}
