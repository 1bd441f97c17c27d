import type { Entry, EntryFile } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Photo } from '../../collections/photo.tsx'
import { contactQuery } from '../../features/contact/queries.ts'
import { Letterhead, Signature } from '../../school/pad.tsx'
import { RichText } from '../../school/rich-text.tsx'
import { settingsQuery } from '../../school/use-school.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadingBox } from '../../ui/state-box.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { picturesOf } from '../approval/entry-as-seen.tsx'
import { SchoolCrest } from '../components/school-crest.tsx'
import { withCopy } from '../t.ts'
import { drawPrinted } from './pad-picture.ts'
import { canSharePictures, JPEG_QUALITY } from './share-picture.tsx'
import '../../styles/prose.css'
import './entries.css'

const t = withCopy(entriesCopy)

/** What the paper says. */
interface PadText {
  title: string
  body: string
  memo: string
  /** ISO 8601. */
  date: string
  /** Those that the text shows, by their numbers. */
  files: readonly (EntryFile | undefined)[]
}

interface PadProps {
  read: () => Promise<PadText>
}

/** Returns what the paper says of an entry with its text. */
export const padTextOf = (entry: Entry): PadText => ({
  title: entry.title,
  body: entry.body ?? '',
  memo: entry.fields?.memo ?? '',
  date: entry.date,
  files: filesOf(entry),
})

/** Opens a notice on the school's paper. */
export function PadButton({
  read,
  ...button
}: PadProps & Pick<ComponentProps<typeof Button>, 'look' | 'small'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...button} icon="print" onClick={() => setOpen(true)}>
        {t('pad.print')}
      </Button>
      {isOpen && <PadDialog read={read} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A notice on the school's paper: prints it, also for the signature before it is published, or sends it as a picture. */
export function PadDialog({ read, onClose }: PadProps & { onClose: () => void }) {
  const api = useAdminApi()
  const toasts = useToasts()
  const paper = useRef<HTMLDivElement>(null)
  const { data: contact } = useQuery(contactQuery(api))
  const { data: settings } = useQuery(settingsQuery(api))
  const { data: text, isError } = useQuery({ queryKey: ['pad'], queryFn: read, gcTime: 0 })
  const drawn = useQuery({
    queryKey: ['pad', 'picture', text],
    queryFn: () => pictureOf(paper.current),
    enabled: Boolean(text && settings && contact !== undefined),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data: picture } = drawn
  const send = (file: File) =>
    navigator.share({ files: [file] }).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') return
      toasts.show({ tone: 'error', text: t('pad.failed') })
    })
  return (
    <Dialog title={t('pad.print')} onClose={onClose}>
      <div className="dialog__b">
        {picture ? (
          <img
            className="padpicture"
            src={picture.url}
            alt={t('pad.alt', { title: text?.title ?? '' })}
          />
        ) : isError || drawn.isError ? (
          <p role="alert">{t('pad.failed')}</p>
        ) : (
          <LoadingBox bn={t('pad.drawing')} />
        )}
      </div>
      <div className="dialog__f">
        <Button onClick={onClose}>{t('pad.close')}</Button>
        {picture &&
          (canSharePictures() ? (
            <Button icon="image" onClick={() => void send(picture.file)}>
              {t('pad.send')}
            </Button>
          ) : (
            <a className="btn" href={picture.url} download={picture.file.name}>
              {t('pad.keep')}
            </a>
          ))}
        <Button look="primary" icon="print" disabled={!text} onClick={() => window.print()}>
          {t('pad.now')}
        </Button>
      </div>
      {text &&
        createPortal(
          <div className="pad" ref={paper}>
            <Pad text={text} />
          </div>,
          document.body,
        )}
    </Dialog>
  )
}

function Pad({ text }: { text: PadText }) {
  const { title, body, memo, date, files } = text
  return (
    <>
      <Letterhead
        crest={<SchoolCrest className="letterhead__crest" sizes="2.2cm" />}
        memo={memo}
        date={date}
      />
      <h1>{title}</h1>
      <div className="prose pad__text">
        <RichText
          text={body}
          picture={(n, description) => {
            const [picture] = picturesOf(files[n - 1])
            return (
              picture && (
                <figure className="figure">
                  <Photo picture={picture} sizes="8.5cm" alt={description || title} />
                </figure>
              )
            )
          }}
        />
      </div>
      <Signature />
    </>
  )
}

async function pictureOf(paper: HTMLElement | null) {
  if (!paper) throw new Error('nothing to draw')
  const canvas = await drawPrinted(paper)
  const url = canvas.toDataURL('image/jpeg', JPEG_QUALITY)
  const jpeg = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY)
  })
  if (!jpeg) throw new Error('no picture')
  return { url, file: new File([jpeg], 'notice.jpg', { type: jpeg.type }) }
}
