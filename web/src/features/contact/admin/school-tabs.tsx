import { recordTexts } from '@bidyaloy/shared/features'
import { contact } from '@bidyaloy/shared/features/contact/record'
import { schoolInfo } from '@bidyaloy/shared/features/school-info/record'
import { useLocation } from 'react-router-dom'
import { HOME_PATH } from '../../../admin/api/return-path.ts'
import { useOpenScreens } from '../../../admin/components/overview-query.ts'
import { ScreenTabs } from '../../../admin/components/screen-tabs.tsx'
import { withCopy } from '../../../admin/t.ts'

const t = withCopy(recordTexts)

/** Links between the records of what the school is, with those that are not written yet. */
export function SchoolTabs() {
  const { pathname } = useLocation()
  const open = useOpenScreens()
  return (
    <ScreenTabs
      label={t('admin.sidebar.schoolAndContact')}
      tabs={[contact, schoolInfo].map(({ name, screen }) => ({
        to: `${HOME_PATH}/${screen}`,
        text: t(`admin.sidebar.${name}`),
        state: open.includes(screen) ? t('admin.sidebar.open') : undefined,
        isCurrent: pathname === `${HOME_PATH}/${screen}`,
      }))}
    />
  )
}
