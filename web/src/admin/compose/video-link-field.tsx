import { videoIdOf } from '@bidyaloy/shared/collections/video'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
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

/** The link of a YouTube video. Its preview is fetched by the server: no page asks the video service. */
export function VideoLinkField({ onChange, value, ...field }: VideoLinkFieldProps) {
  const isVideo = videoIdOf(withScheme(value)) !== null
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
      <p className="hint" role="status">
        {isVideo && (
          <>
            <Icon name="play" /> {t('video.known')}
          </>
        )}
      </p>
    </>
  )
}
