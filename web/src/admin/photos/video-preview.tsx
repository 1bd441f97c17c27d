import { videoThumbnailUrl } from '@bidyaloy/shared/collections/video'
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { entriesText } from '../entries/entries-text.tsx'

/** The service answers an unknown video with a grey picture of this width. */
const UNKNOWN_WIDTH = 120

/** How a video will look in the gallery, while its link is being written. */
export function VideoPreview({ videoId }: { videoId: string | null }) {
  return (
    <div>
      <p className="hint">{entriesText('video.preview')}</p>
      {videoId ? (
        <Thumbnail key={videoId} videoId={videoId} />
      ) : (
        <p className="preview preview--none">{entriesText('video.preview.none')}</p>
      )}
    </div>
  )
}

function Thumbnail({ videoId }: { videoId: string }) {
  const [came, setCame] = useState<'coming' | 'yes' | 'away' | 'unknown'>('coming')
  return (
    <>
      <div className="preview">
        {came !== 'away' && (
          <img
            src={videoThumbnailUrl(videoId)}
            alt=""
            width="320"
            height="180"
            onLoad={({ currentTarget }) =>
              setCame(currentTarget.naturalWidth <= UNKNOWN_WIDTH ? 'unknown' : 'yes')
            }
            onError={() => setCame('away')}
          />
        )}
        <span className="playmark">
          <Icon name="play" />
        </span>
      </div>
      <p className="hint" role="status">
        {came === 'away' && entriesText('video.preview.away')}
        {came === 'unknown' && entriesText('video.preview.unknown')}
      </p>
    </>
  )
}
