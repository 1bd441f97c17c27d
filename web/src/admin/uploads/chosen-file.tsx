import { formatFileSize, toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { withCopy } from '../t.ts'
import type { UploadProgress } from './use-upload.ts'

const t = withCopy(entriesCopy)

interface ChosenFileProps {
  file: File
  /** While it is made ready and goes up; null otherwise. */
  progress: UploadProgress | null
  /** Says how it stands, instead of its size. */
  message?: ReactNode
  /** Left out where it can no longer be taken away. */
  onRemove?: () => void
  onCancel: () => void
  /** Stands above the file's name: the title of its entry. */
  children?: ReactNode
}

/** A chosen file: what it shows, its name, how far it is. */
export function ChosenFile({
  file,
  progress,
  message,
  onRemove,
  onCancel,
  children,
}: ChosenFileProps) {
  return (
    <div className="upfile">
      <FileThumbnail file={file} />
      <div className="upfile__b">
        {children}
        <b>{file.name}</b>
        {progress ? (
          <Progress {...progress} />
        ) : (
          <p className="meta">
            <span>{formatFileSize(file.size)}</span>
            {message && <span>{message}</span>}
          </p>
        )}
      </div>
      {progress ? (
        <Button look="quiet" small icon="close" onClick={onCancel}>
          {t('form.upload.cancel')}
          <span className="vh">: {file.name}</span>
        </Button>
      ) : (
        onRemove && (
          <Button look="quiet" small icon="close" onClick={onRemove}>
            {t('form.file.remove')}
            <span className="vh">: {file.name}</span>
          </Button>
        )
      )}
    </div>
  )
}

const ALL = 100

function Progress({ phase, sent, total }: UploadProgress) {
  if (phase === 'preparing') {
    return (
      <p className="meta">
        <span>
          <span className="spin" aria-hidden="true" /> {t('upload.shrinking')}
        </span>
      </p>
    )
  }
  const percent = total > 0 ? Math.floor((sent / total) * ALL) : 0
  const said = toBengaliDigits(percent)
  return (
    <>
      <progress
        className="progress"
        max={ALL}
        value={percent}
        aria-label={t('form.upload.label', { percent: said })}
      />
      <p className="meta">
        {percent < ALL ? (
          <>
            <span>{t('form.upload.sent', { percent: said })}</span>
            <span>
              {t('form.upload.of', {
                total: formatFileSize(total),
                sent: formatFileSize(sent),
              })}
            </span>
          </>
        ) : (
          <span>{t('form.upload.checking')}</span>
        )}
      </p>
    </>
  )
}

/** A chosen file's picture, or the drawing of a paper where it has none that can be shown. */
function FileThumbnail({ file }: { file: File }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file.type.startsWith('image/')) return setAddress(undefined)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (!address) return <Icon name={file.type.startsWith('image/') ? 'image' : 'file'} />
  return (
    <img
      className="filethumb"
      src={address}
      alt=""
      decoding="async"
      onError={() => setAddress(undefined)}
    />
  )
}
