import type { Entry } from '@bidyaloy/shared/collections/entry'
import { videoThumbnailUrl } from '@bidyaloy/shared/collections/video'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { Photo, PhotoColor } from '../../collections/photo.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { withCopy } from '../t.ts'
import {
  type EntriesProps,
  EntryBadges,
  EntryTitle,
  RowActions,
  SelectBox,
} from './entry-table.tsx'

const t = withCopy(entriesCopy)

/** Photos and videos of a gallery, with their actions. */
export function PhotoTiles({
  collection,
  entries,
  selected,
  onSelect,
  fresh,
  busy,
  now,
  onTask,
}: EntriesProps) {
  return (
    <ul className="photos phototiles" aria-busy={busy}>
      {entries.map((entry) => (
        <li className="tile" key={entry._id} data-fresh={fresh.has(entry._id) || undefined}>
          <div className="tile__img">
            <TilePicture entry={entry} />
            <SelectBox entry={entry} isSelected={selected.has(entry._id)} onSelect={onSelect} />
          </div>
          <div className="tile__b">
            <div>
              <EntryTitle collection={collection} entry={entry} now={now} />
              <p className="meta">
                <span>
                  <DateText moment={entry.date} />
                </span>
              </p>
              <EntryBadges
                collection={collection}
                entry={entry}
                isFresh={fresh.has(entry._id)}
                now={now}
              />
            </div>
            <RowActions
              collection={collection}
              entry={entry}
              onTask={(task) => onTask(task, entry)}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}

function TilePicture({ entry }: { entry: Entry }) {
  if (entry.videoId) {
    return (
      <>
        <img
          src={videoThumbnailUrl(entry.videoId)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={({ currentTarget }) => {
            currentTarget.hidden = true
          }}
        />
        <span className="playmark">
          <Icon name="play" />
        </span>
        <span className="corner">{t('video.badge')}</span>
      </>
    )
  }
  if (!entry.filePath) return <Icon name="image" />
  return (
    <>
      <PhotoColor picture={entry} />
      <Photo picture={entry} sizes="(min-width: 40rem) 18rem, 90vw" />
    </>
  )
}
