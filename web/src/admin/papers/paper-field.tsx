import { photoPaperCopy } from '@bidyaloy/shared/copy/photo-paper-copy'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { lazy, Suspense, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { ConfirmDialog } from '../components/dialogs.tsx'
import { withCopy } from '../t.ts'
import { CameraButton } from './camera-button.tsx'
import { filesOfPaper, isOfPaper, type PaperDraft } from './paper-draft.ts'
import './paper-field.css'
import { canScan } from '../../lib/scan/scanner.ts'

const t = withCopy(photoPaperCopy)

const PaperDialog = lazy(async () => ({
  default: (await import('./paper-dialog.tsx')).PaperDialog,
}))

/** A chosen file of a form. */
interface Chosen {
  id: string
  file: File
}

interface PaperFieldProps {
  draft: PaperDraft
  /** The chosen files that are not sent yet. */
  chosen: readonly Chosen[]
  disabled: boolean
  error: string | undefined
  /** Takes files out of the form and adds others. */
  onFiles: (removed: readonly string[], added: readonly File[]) => void
}

/** Returns a file name that proposes no title. */
function paperName(): string {
  const { day, month, year } = dhakaTime(new Date())
  return t('paper.fileName', { day: toBengaliDigits(`${day}-${month}-${year}`) })
}

const isPhoto = ({ file }: Chosen) => file.type.startsWith('image/')

/** Makes one document of photos that are taken or were chosen, in place of them. */
export function PaperField(props: PaperFieldProps) {
  return canScan() ? <PhotoPaper {...props} /> : null
}

function PhotoPaper({ draft, chosen, disabled, error, onFiles }: PaperFieldProps) {
  const { paper } = draft
  const [isOpen, setOpen] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  /** Photos that shall stay photos. */
  const [kept, setKept] = useState<readonly File[]>([])
  const box = useRef<HTMLDivElement>(null)
  const files = chosen.map(({ file }) => file)
  const isWaiting = draft.isOpen(files)
  const ownPhotos = paper.pages.map(({ photo }) => photo)
  const photos = chosen.filter((one) => isPhoto(one) && !ownPhotos.includes(one.file))
  const isAsked = photos.some(({ file }) => !kept.includes(file))
  const n = formatNumber(paper.pages.length)
  const focusFirst = () =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('input, button')?.focus())

  /** Ids of the document, and of its photos, in the form. */
  const ownFiles = () =>
    chosen
      .filter(({ file }) => isOfPaper(paper, file) || ownPhotos.includes(file))
      .map(({ id }) => id)
  const begin = (added: readonly File[]) => {
    draft.add(added)
    setOpen(true)
  }
  const takePhotos = () => {
    const taken = photos.map(({ id }) => id)
    onFiles(taken, [])
    begin(photos.map(({ file }) => file))
  }
  const finish = (file: File) => {
    onFiles(ownFiles(), filesOfPaper({ ...paper, file, isDone: true }))
    setOpen(false)
  }
  const keepAsPhotos = () => {
    setKept([...kept, ...ownPhotos])
    onFiles(ownFiles(), ownPhotos)
    draft.forget()
    focusFirst()
  }
  return (
    <div className="stack paperfield" ref={box}>
      <div className="row">
        <CameraButton disabled={disabled} onPhotos={begin}>
          {t('paper.take')}
        </CameraButton>
        {photos.length > 0 && !isAsked && !disabled && (
          <Button look="quiet" onClick={takePhotos}>
            {t('paper.ask.later')}
          </Button>
        )}
        {paper.pages.length > 0 && !isWaiting && (
          <>
            <span>{t('paper.made', { n })}</span>
            <Button small icon="edit" disabled={disabled} onClick={() => setOpen(true)}>
              {t('paper.made.edit')}
            </Button>
          </>
        )}
      </div>
      {isAsked && !disabled && (
        <PaperOffer
          onAccept={takePhotos}
          onDecline={() => {
            setKept(files)
            focusFirst()
          }}
        />
      )}
      {isWaiting && (
        <OpenPaper
          n={n}
          disabled={disabled}
          error={error}
          onContinue={() => setOpen(true)}
          onPhotos={keepAsPhotos}
          onDiscard={() => setDiscarding(true)}
        />
      )}
      {isDiscarding &&
        createPortal(
          <ConfirmDialog
            title={t('paper.discard.title')}
            yes={{ label: t('paper.open.discard'), icon: 'trash' }}
            onYes={() => {
              draft.forget()
              setDiscarding(false)
              focusFirst()
            }}
            onClose={() => setDiscarding(false)}
          >
            <p>{t('paper.discard.text', { n })}</p>
          </ConfirmDialog>,
          document.body,
        )}
      {isOpen &&
        // Outside the form, which Enter in the dialog would send.
        createPortal(
          <Suspense>
            <PaperDialog
              draft={draft}
              fileName={paperName()}
              onDone={finish}
              onClose={() => setOpen(false)}
            />
          </Suspense>,
          document.body,
        )}
    </div>
  )
}

/** Id of the button that continues an unfinished document. */
export const PAPER_ID = 'paper-continue'

interface PaperOfferProps {
  onAccept: () => void
  onDecline: () => void
}

/** Asks whether the chosen photos become one document. */
function PaperOffer({ onAccept, onDecline }: PaperOfferProps) {
  return (
    <div className="paperfield__ask">
      <p role="status">{t('paper.ask')}</p>
      <div className="row">
        <Button small icon="file" onClick={onAccept}>
          {t('paper.ask.yes')}
        </Button>
        <Button small look="quiet" onClick={onDecline}>
          {t('paper.ask.no')}
        </Button>
      </div>
    </div>
  )
}

interface OpenPaperProps {
  /** Number of pages, as it is shown. */
  n: string
  disabled: boolean
  error: string | undefined
  onContinue: () => void
  onPhotos: () => void
  onDiscard: () => void
}

/** A document that was begun: it is continued, or its photos stay photos, or it is discarded. */
function OpenPaper({ n, disabled, error, onContinue, onPhotos, onDiscard }: OpenPaperProps) {
  return (
    <div className="paperfield__ask">
      <p>{t('paper.open', { n })}</p>
      <div className="row">
        <Button
          small
          look="primary"
          icon="file"
          disabled={disabled}
          id={PAPER_ID}
          onClick={onContinue}
        >
          {t('paper.open.continue')}
        </Button>
        <Button small disabled={disabled} onClick={onPhotos}>
          {t('paper.ask.no')}
        </Button>
        <Button small look="danger" disabled={disabled} onClick={onDiscard}>
          {t('paper.open.discard')}
        </Button>
      </div>
      <FieldError text={error} />
    </div>
  )
}
