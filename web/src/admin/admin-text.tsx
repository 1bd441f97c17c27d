import { adminCopy, adminFormsCopy } from '@bidyaloy/shared/copy/admin-copy'
import { type CopyParams, translator } from '@bidyaloy/shared/copy/translate'
import { Bilingual } from '../ui/bilingual.tsx'

const copy = { ...adminCopy, ...adminFormsCopy }

/** The texts of the dashboard. */
export const adminText = translator(copy)
export type AdminTextKey = keyof typeof copy

/** A text of the dashboard, followed by the quoted English where there is one. */
export function AdminText({ id, params }: { id: AdminTextKey; params?: CopyParams }) {
  return <Bilingual bn={adminText(id, params)} en={adminText.en(id, params)} />
}
