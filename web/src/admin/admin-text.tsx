import { adminCopy } from '@bidyaloy/shared/copy/admin-copy'
import { type CopyParams, translator } from '@bidyaloy/shared/copy/translate'
import { Bilingual } from '../ui/bilingual.tsx'

/** The texts of the dashboard. */
export const adminText = translator(adminCopy)
export type AdminTextKey = keyof typeof adminCopy

/** A text of the dashboard, followed by the quoted English where there is one. */
export function AdminText({ id, params }: { id: AdminTextKey; params?: CopyParams }) {
  return <Bilingual bn={adminText(id, params)} en={adminText.en(id, params)} />
}
