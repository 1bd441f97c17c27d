import type { Entry } from '@bidyaloy/shared/collections/entry'
import { Icon } from '../../ui/icon.tsx'
import { workText } from './entries-text.tsx'
import { isPinnedAt, statusOf } from './entry-status.ts'
import { fromText, untilText } from './timing.ts'

interface EntryBadgesProps {
  entry: Entry
  /** Whether it was published last, on this screen. */
  isFresh: boolean
  /** Milliseconds since 1970. */
  now: number
}

/** What is to know of an entry beside that it is on the site: new, not sent, not yet, no more, on top. */
export function EntryBadges({ entry, isFresh, now }: EntryBadgesProps) {
  const status = statusOf(entry, now)
  const { publishAt, expiresAt, pinnedUntil } = entry
  return (
    <>
      {isFresh && (
        <span className="standing">
          <span className="badge badge--brand">
            <Icon name="check" /> {workText('badge.fresh')}
          </span>
        </span>
      )}
      {entry.queued && (
        <span className="standing">
          <span className="badge badge--warn">
            <Icon name="send" /> {workText('badge.queued')}
          </span>
        </span>
      )}
      {status === 'scheduled' && publishAt && (
        <span className="standing">
          <span className="badge badge--warn">
            <Icon name="clock" /> {workText('badge.scheduled')}
          </span>{' '}
          {workText('badge.from', { moment: fromText(publishAt) })}
        </span>
      )}
      {status === 'expired' && (
        <span className="standing">
          <span className="badge badge--error">
            <Icon name="close" /> {workText('badge.expired')}
          </span>
        </span>
      )}
      {status !== 'expired' && expiresAt && (
        <span className="standing">
          {workText('badge.until', { moment: untilText(expiresAt) })}
        </span>
      )}
      {pinnedUntil && isPinnedAt(entry, now) && (
        <span className="standing">
          <span className="badge badge--brand">
            <Icon name="pushpin" /> {workText('badge.pinned')}
          </span>{' '}
          {workText('badge.until', { moment: untilText(pinnedUntil) })}
        </span>
      )}
    </>
  )
}
