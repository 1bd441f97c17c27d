import { videoIdOf, videoThumbnailUrl } from '@bidyaloy/shared/collections/video'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { withScheme } from '../session/entry-values.ts'
import { withCopy } from '../t.ts'

const t = withCopy(entriesCopy)

interface VideoLinkFieldProps {
  id: string
  error: string | undefined
  readOnly: boolean
  value: string
  onChange: (link: string) => void
}

/** The link of a YouTube video, with the thumbnail of the video while it is typed. */
export function VideoLinkField({ onChange, value, ...field }: VideoLinkFieldProps) {
  const videoId = videoIdOf(withScheme(value))
  return (
    <>
      <TextField
        {...field}
        label={t('video.link')}
        hint={t('video.link.hint')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <div>
        <p className="hint">{t('video.preview')}</p>
        {videoId ? (
          <Thumbnail key={videoId} videoId={videoId} />
        ) : (
          <p className="preview preview--none">{t('video.preview.none')}</p>
        )}
      </div>
    </>
  )
}

/** Width of the grey picture that YouTube returns for an unknown video. */
const UNKNOWN_WIDTH = 120

function Thumbnail({ videoId }: { videoId: string }) {
  const [problem, setProblem] = useState<'away' | 'unknown' | null>(null)
  return (
    <>
      <div className="preview">
        {problem !== 'away' && (
          <img
            src={videoThumbnailUrl(videoId)}
            alt=""
            width="320"
            height="180"
            onLoad={({ currentTarget }) =>
              setProblem(currentTarget.naturalWidth <= UNKNOWN_WIDTH ? 'unknown' : null)
            }
            onError={() => setProblem('away')}
          />
        )}
        <span className="playmark">
          <Icon name="play" />
        </span>
      </div>
      <p className="hint" role="status">
        {problem && t(`video.preview.${problem}`)}
      </p>
    </>
  )
}
