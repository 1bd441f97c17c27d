import type { EntryFile } from '@bidyaloy/shared/collections/entry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { formatFileSize } from '@bidyaloy/shared/copy/file-size'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { withCopy } from '../t.ts'
import type { UploadProgress } from './upload-file.ts'

const t = withCopy(entriesCopy)

interface ChosenFileProps {
  file: File | EntryFile
  /** Null when no upload is running. */
  progress: UploadProgress | null
  /** Shown beside the size. */
  message?: ReactNode
  /** Omitted if the file cannot be removed. */
  onRemove?: () => void
  /** Omitted if its upload cannot be cancelled: it is removed instead. */
  onCancel?: () => void
  /** Shown before the button that removes it. */
  action?: ReactNode
  /** Shown above the file's name. */
  children?: ReactNode
}

/** A chosen file with its thumbnail, name and progress. */
export function ChosenFile({
  file,
  progress,
  message,
  onRemove,
  onCancel,
  action,
  children,
}: ChosenFileProps) {
  const isChosen = file instanceof File
  const name = isChosen ? file.name : file.fileName
  const act = progress && onCancel ? onCancel : onRemove
  return (
    <div className="upfile">
      {isChosen ? <FileThumbnail file={file} /> : <Icon name="file" />}
      <div className="upfile__b">
        {children}
        <b>{name}</b>
        {progress ? (
          <UploadProgressBar {...progress} />
        ) : (
          <p className="meta">
            <span>{formatFileSize(file.size)}</span>
            {message && <span>{message}</span>}
          </p>
        )}
      </div>
      {action}
      {act && (
        <Button look="quiet" small icon="close" onClick={act}>
          {t(act === onCancel ? 'form.upload.cancel' : 'form.file.remove')}
          <span className="vh">: {name}</span>
        </Button>
      )}
    </div>
  )
}

/** Time without progress after which the wait is explained. */
const STALLED_MS = 5000

/** Whether the number has been the same for five seconds. */
export function useIsStalled(sent: number): boolean {
  const [stalledAt, setStalledAt] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(setStalledAt, STALLED_MS, sent)
    return () => clearTimeout(timer)
  }, [sent])
  return stalledAt === sent
}

/** The progress of one request. */
export function UploadProgressBar({ phase, sent, total }: UploadProgress) {
  if (phase === 'preparing') {
    return (
      <p className="meta">
        <span>
          <span className="spin" aria-hidden="true" /> {t('upload.shrinking')}
        </span>
      </p>
    )
  }
  if (phase === 'packing') return <PackedBytes sent={sent} total={total} />
  return <SentBytes sent={sent} total={total} />
}

type Bytes = Pick<UploadProgress, 'sent' | 'total'>

const percentOf = ({ sent, total }: Bytes) => (total > 0 ? Math.floor((sent / total) * 100) : 0)

function PackedBytes(bytes: Bytes) {
  const percent = percentOf(bytes)
  const text = t('form.upload.packing', { percent: toBengaliDigits(percent) })
  return (
    <>
      <progress className="progress" max={100} value={percent} aria-label={text} />
      <p className="meta">
        <span>{text}</span>
      </p>
    </>
  )
}

function SentBytes({ sent, total }: Bytes) {
  const isStalled = useIsStalled(sent)
  const percent = percentOf({ sent, total })
  const params = { percent: toBengaliDigits(percent) }
  return (
    <>
      <progress
        className="progress"
        max={100}
        value={percent}
        aria-label={t('form.upload.label', params)}
      />
      <p className="meta">
        {percent < 100 ? (
          <>
            <span>{t('form.upload.sent', params)}</span>
            <span>
              {t('form.upload.of', { total: formatFileSize(total), sent: formatFileSize(sent) })}
            </span>
          </>
        ) : (
          <span>{t('form.upload.checking')}</span>
        )}
      </p>
      <div role="status">
        {isStalled && percent < 100 && (
          <p className="meta">
            <span>{t('form.upload.stalled')}</span>
          </p>
        )}
      </div>
    </>
  )
}

/** The picture of a file, or an icon. */
export function FileThumbnail({ file }: { file: File }) {
  const isImage = file.type.startsWith('image/')
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!isImage) return setUrl(undefined)
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file, isImage])
  if (!url) return <Icon name={isImage ? 'image' : 'file'} />
  return (
    <img
      className="filethumb"
      src={url}
      alt=""
      decoding="async"
      onError={() => setUrl(undefined)}
    />
  )
}
