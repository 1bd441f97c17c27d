import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { isCollectionName } from '@bidyaloy/shared/collections/registry'
import type { Action, ActivityItem, Subject } from '@bidyaloy/shared/school/activity'
import type { IconName } from '../../ui/icon.tsx'
import { type TrashAndActivityTextKey, trashAndActivityText } from '../trash-and-activity-text.ts'

type Deed = Pick<ActivityItem, 'by' | 'action' | 'subject' | 'title' | 'count'>

/** What was done, as a sentence: «রহিমা “রুটিন” নোটিশটি প্রকাশ করেছেন।» */
export function activitySentence(deed: Deed): string {
  return trashAndActivityText(sentenceOf(deed), {
    by: deed.by || trashAndActivityText('activity.someone'),
    what: whatOf(deed),
    title: deed.title,
  })
}

/** Only what stands in a list is published; all else is saved. */
function sentenceOf({ action, subject }: Deed): TrashAndActivityTextKey {
  if (subject === 'sitePicture') {
    return action === 'deleted' ? 'activity.pictureRemoved' : 'activity.pictureSet'
  }
  if (action === 'created' && !isCollectionName(subject)) return 'activity.saved'
  return `activity.${action}`
}

function whatOf({ subject, title, count }: Deed): string {
  if (count !== undefined) return trashAndActivityText(manyOf(subject), { n: formatNumber(count) })
  if (title === '') return trashAndActivityText(`activity.untitled.${subject}`)
  return trashAndActivityText(`activity.what.${subject}`, { title })
}

function manyOf(subject: Subject): TrashAndActivityTextKey {
  return isCollectionName(subject) || subject === 'studentCounts'
    ? `activity.many.${subject}`
    : 'activity.many.other'
}

/** The drawing beside a sentence, which tells the kind of deed before one reads. */
export const activityIcons: Readonly<Record<Action, IconName>> = {
  created: 'plus',
  scheduled: 'clock',
  changed: 'edit',
  fileReplaced: 'swap',
  deleted: 'trash',
  restored: 'undo',
  imported: 'upload',
  signedIn: 'login',
  passwordChanged: 'lock',
  adminAdded: 'users',
  adminDisabled: 'close',
  adminEnabled: 'check',
  backupMade: 'archive',
  backupUploaded: 'upload',
  backupDownloaded: 'download',
  backupRestored: 'undo',
}
