import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { type KeyboardEvent, type TouchEvent, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Photo } from '../../collections/photo.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { siteText as t } from '../../ui/site-text.ts'
import { photoHref } from '../photo-address.ts'
import { isFromGrid, PhotoAnchor } from './photo-anchor.tsx'

/** How far a finger must go sideways to turn the page, in pixels. */
const SWIPE = 48

interface LightboxProps {
  photos: readonly Entry[]
  /** Position of the photo that is shown. */
  at: number
}

/**
 * One photo over the whole window. It is a state of the page's address: without script it is drawn
 * open and its links turn and close it; with script it becomes a modal of the browser.
 */
export function Lightbox({ photos, at }: LightboxProps) {
  const dialog = useModal()
  const { pathname } = useLocation()
  const { close, turn } = useLightboxMoves(photos, at)
  const touch = useRef<{ x: number; y: number } | null>(null)
  const photo = photos[at]
  if (!photo) return null
  const arrows = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') turn(-1)
    if (event.key === 'ArrowRight') turn(1)
  }
  const endOfTouch = ({ changedTouches }: TouchEvent) => {
    const finger = changedTouches[0]
    if (!finger || !touch.current) return
    const x = finger.clientX - touch.current.x
    const y = finger.clientY - touch.current.y
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) turn(x > 0 ? -1 : 1)
  }
  return (
    <dialog
      className="lightbox"
      open
      ref={dialog}
      aria-label={t('public.gallery.modal.label')}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onKeyDown={arrows}
    >
      <div className="lightbox__bar">
        <p role="status">
          {t('public.gallery.modal.count', {
            total: formatNumber(photos.length),
            n: formatNumber(at + 1),
          })}
        </p>
        <a
          className="roundbtn"
          href={pathname}
          aria-label={t('public.gallery.modal.close')}
          onClick={(event) => {
            event.preventDefault()
            close()
          }}
        >
          <Icon name="close" />
        </a>
      </div>
      <div
        className="lightbox__stage"
        onTouchStart={({ touches }) => {
          const finger = touches[0]
          touch.current = finger ? { x: finger.clientX, y: finger.clientY } : null
        }}
        onTouchEnd={endOfTouch}
      >
        <Photo key={photo._id} picture={photo} sizes="100vw" alt={photo.title} early="first" />
        {at > 0 && <TurnLink to={photos[at - 1]} way="prev" />}
        {at < photos.length - 1 && <TurnLink to={photos[at + 1]} way="next" />}
      </div>
      <p className="lightbox__cap">
        <b>{photo.title}</b>
        <DateText moment={photo.date} />
      </p>
    </dialog>
  )
}

function TurnLink({ to, way }: { to: Entry | undefined; way: 'prev' | 'next' }) {
  if (!to) return null
  return (
    <PhotoAnchor
      id={to._id}
      className={`roundbtn lightbox__${way}`}
      label={t(`public.gallery.modal.${way}`)}
    >
      <Icon name={way === 'prev' ? 'left' : 'right'} />
    </PhotoAnchor>
  )
}

/** Makes the drawn dialog a modal; the focus returns to where it was when it goes. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    // Safari knows the element since 15.4 only; before, it stays as it was drawn.
    if (!element || !('showModal' in element)) return
    element.removeAttribute('open')
    element.showModal()
    return () => element.close()
  }, [])
  return dialog
}

function useLightboxMoves(photos: readonly Entry[], at: number) {
  const navigate = useNavigate()
  const { state, pathname } = useLocation()
  // Where the last turn leads: keys may come faster than the page is drawn.
  const aim = useRef(at)
  useLayoutEffect(() => {
    aim.current = at
  }, [at])
  return {
    /** Closing is going back where the photo was opened from its grid. */
    close() {
      if (isFromGrid(state)) void navigate(-1)
      else void navigate(pathname, { replace: true, preventScrollReset: true })
    },
    /** Turning replaces: Back closes, however many photos were looked at. */
    turn(step: 1 | -1) {
      const next = photos[aim.current + step]
      if (!next) return
      aim.current += step
      void navigate(photoHref(next._id), { replace: true, preventScrollReset: true, state })
    },
  }
}
