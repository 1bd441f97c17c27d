import { isCollectionName } from '@bidyaloy/shared/collections/registry'
import type { OutboxEntry } from '@bidyaloy/shared/desktop/desktop-api'
import { GroupKey } from '@bidyaloy/shared/school/student-count'
import { siteText } from '../../ui/site-text.ts'
import { trashAndActivityText } from '../trash-and-activity-text.ts'
import { type DesktopTextKey, desktopText } from './desktop-text.ts'

type Change = Pick<OutboxEntry, 'endpoint' | 'collection' | 'title' | 'fileName'>

const deeds: Readonly<Record<string, DesktopTextKey>> = {
  createEntry: 'outbox.deed.createEntry',
  updateEntry: 'outbox.deed.updateEntry',
  deleteEntry: 'outbox.deed.deleteEntry',
  createSchoolInfo: 'outbox.deed.createSchoolInfo',
  updateSchoolInfo: 'outbox.deed.updateSchoolInfo',
  createContact: 'outbox.deed.createContact',
  updateContact: 'outbox.deed.updateContact',
  createStudentCount: 'outbox.deed.createStudentCount',
  updateStudentCount: 'outbox.deed.updateStudentCount',
  deleteStudentCount: 'outbox.deed.deleteStudentCount',
  importStudentCounts: 'outbox.deed.importStudentCounts',
  updateSettings: 'outbox.deed.updateSettings',
}

/** What a change does: «নোটিশ যোগ: শীতকালীন ছুটি». */
export function outboxSentence(change: Change): string {
  const deed = deedOf(change)
  const title = titleOf(change)
  return title === '' ? deed : desktopText('outbox.titled', { deed, title })
}

function deedOf({ endpoint, collection, fileName }: Change): string {
  const known = deeds[endpoint] ?? 'outbox.deed.other'
  const key = endpoint === 'updateEntry' && fileName ? 'outbox.deed.replaceFile' : known
  const kind = collection && isCollectionName(collection) ? collection : 'other'
  return desktopText(key, { what: trashAndActivityText(`trash.kind.${kind}`) })
}

/** A group of students is written down by the names of the contract. */
function titleOf({ collection, title }: Change): string {
  if (collection) return title
  const [className, shift, section] = title.split(' ')
  const group = GroupKey.safeParse({ className, shift, section })
  if (!group.success) return ''
  return [
    siteText(`enum.class.${group.data.className}`),
    siteText(`enum.shift.${group.data.shift}`),
    siteText(`enum.section.${group.data.section}`),
  ].join(', ')
}
