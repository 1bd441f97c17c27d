import { isNew } from '@bidyaloy/shared/bengali/dates'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { Icon } from '../../ui/icon.tsx'
import { t } from '../../ui/t.ts'
import { useToday } from '../../ui/today.ts'

/** Behind a title in a list: why it stands above the others, and that it is new. */
export function EntryMarks({ entry }: { entry: Pick<Entry, 'date' | 'pinnedUntil'> }) {
  const today = useToday()
  return (
    <>
      {/* The server leaves out a pin that has ended. */}
      {entry.pinnedUntil && (
        <span className="mark-pinned">
          &ensp;
          <Icon name="pushpin" />
          <span className="vh">{t('list.pinned')}</span>
        </span>
      )}
      {isNew(entry.date, today.iso) && (
        <>
          &ensp;<span className="mark-new">{t('public.home.badge.new')}</span>
        </>
      )}
    </>
  )
}
