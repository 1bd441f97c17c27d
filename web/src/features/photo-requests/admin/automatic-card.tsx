import { photoRequestAdminCopy } from '@bidyaloy/shared/features/photo-requests/admin-copy'
import { SettingSwitch } from '../../../admin/form/setting-switch.tsx'
import { withCopy } from '../../../admin/t.ts'

const t = withCopy(photoRequestAdminCopy)

/** Switches whether a photo is hidden by itself when two addresses ask for that. */
export function AutomaticCard() {
  return <SettingSwitch setting="hidesAskedPhotos" text={(key) => t(`photoRequests.auto.${key}`)} />
}
