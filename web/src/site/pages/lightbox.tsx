import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry, PictureSize } from '@bidyaloy/shared/collections/entry'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type TouchEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { useLocation } from 'react-router-dom'
import { srcSetOf } from '../../collections/photo.tsx'
import { Icon } from '../../ui/icon.tsx'
import { t } from '../../ui/t.ts'
import { useZoom } from './use-zoom.ts'

/** How far a finger must go sideways to turn the page, in pixels. */
const SWIPE = 48
/** How far the arrow keys move a magnified picture, in pixels. */
const STEP = 80

/** A picture that can be shown over the whole window. */
export interface LightboxPicture {
  id: string
  /** Where its link leads without script. */
  href: string
  /** Its largest copy without the leading slash, and all sizes, smallest first. */
  filePath: string | undefined
  sizes: readonly PictureSize[]
  width: number | undefined
  height: number | undefined
  alt: string
  caption: ReactNode
}

/** The sizes of a stored picture for the lightbox: its copies and, for the closest look, itself. */
export function sizesOf({ filePath, sizes = [], width, height }: Entry): PictureSize[] {
  return filePath && width && height && sizes.length > 0
    ? [...sizes, { filePath, width, height }]
    : [...sizes]
}

const texts = {
  photo: {
    label: 'public.gallery.modal.label',
    prev: 'public.gallery.modal.prev',
    next: 'public.gallery.modal.next',
  },
  page: { label: 'lightbox.page.label', prev: 'list.pager.prev', next: 'list.pager.next' },
} as const

interface LightboxProps {
  /** What it shows: a page of a paper is opened to be read and is magnified more. */
  of: keyof typeof texts
  pictures: readonly LightboxPicture[]
  /** Position of the picture that is shown. */
  at: number
  onTurn: (to: number) => void
  onClose: () => void
}

/**
 * One picture over the whole window. A photo is a state of the page's address: without script it is
 * drawn open and its links turn and close it; with script it becomes a modal of the browser.
 */
export function Lightbox({ of, pictures, at, onTurn, onClose }: LightboxProps) {
  const dialog = useModal()
  const { pathname } = useLocation()
  // Where the last turn leads: keys may come faster than the page is drawn.
  const aim = useRef(at)
  useLayoutEffect(() => {
    aim.current = at
  }, [at])
  const touch = useRef<{ x: number; y: number } | null>(null)
  const picture = pictures[at]
  const zoom = useZoom(picture?.id, of === 'page')
  if (!picture) return null
  const turn = (step: 1 | -1) => {
    if (!pictures[aim.current + step]) return
    aim.current += step
    onTurn(aim.current)
  }
  const keys = (event: KeyboardEvent) => {
    const sideways = { ArrowLeft: -1, ArrowRight: 1 } as const
    const upright = { ArrowUp: -1, ArrowDown: 1 } as const
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key === '+' || key === '=') zoom.larger()
    else if (key === '-') zoom.smaller()
    else if (key === '0') zoom.reset()
    else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      if (zoom.isMagnified) zoom.stage.current?.scrollBy(sideways[key] * STEP, 0)
      else turn(sideways[key])
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      zoom.stage.current?.scrollBy(0, upright[key] * STEP)
    } else return
    event.preventDefault()
  }
  const endOfTouch = ({ changedTouches }: TouchEvent) => {
    const finger = changedTouches[0]
    const start = touch.current
    touch.current = null
    if (!finger || !start || zoom.isMagnified) return
    const x = finger.clientX - start.x
    const y = finger.clientY - start.y
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) turn(x > 0 ? -1 : 1)
  }
  const turnLink = (step: 1 | -1) => {
    const to = pictures[at + step]
    const way = step < 0 ? 'prev' : 'next'
    return (
      to && (
        <a
          className={`roundbtn lightbox__${way}`}
          href={to.href}
          aria-label={t(texts[of][way])}
          onClick={instead(() => turn(step))}
        >
          <Icon name={step < 0 ? 'left' : 'right'} />
        </a>
      )
    )
  }
  return (
    <dialog
      className="lightbox"
      open
      ref={dialog}
      aria-label={t(texts[of].label)}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={keys}
    >
      <div className="lightbox__bar">
        <p role="status">
          {t('public.gallery.modal.count', {
            total: formatNumber(pictures.length),
            n: formatNumber(at + 1),
          })}
        </p>
        <p className="row lightbox__acts">
          <a
            className="roundbtn"
            href={pathname}
            aria-label={t('public.gallery.modal.close')}
            onClick={instead(onClose)}
          >
            <Icon name="close" />
          </a>
          <button
            className="roundbtn"
            type="button"
            data-needs="script"
            aria-label={t('lightbox.zoomIn')}
            aria-disabled={zoom.isLargest}
            onClick={zoom.larger}
          >
            <Icon name="zoomin" />
          </button>
          <button
            className="roundbtn"
            type="button"
            data-needs="script"
            aria-label={t('lightbox.zoomOut')}
            aria-disabled={!zoom.isMagnified}
            onClick={zoom.smaller}
          >
            <Icon name="zoomout" />
          </button>
        </p>
      </div>
      <div
        className="lightbox__frame"
        onTouchStart={({ touches }) => {
          const finger = touches.length === 1 && touches[0]
          touch.current = finger ? { x: finger.clientX, y: finger.clientY } : null
        }}
        onTouchEnd={endOfTouch}
      >
        <div
          className="lightbox__stage"
          ref={zoom.stage}
          data-magnified={zoom.isMagnified || undefined}
        >
          <img
            key={picture.id}
            ref={zoom.image}
            src={`/${picture.sizes[0]?.filePath ?? picture.filePath}`}
            srcSet={srcSetOf(picture.sizes)}
            sizes={picture.sizes.length > 0 ? zoom.sizes : undefined}
            style={zoom.style}
            width={picture.width}
            height={picture.height}
            alt={picture.alt}
            fetchPriority="high"
            onLoad={zoom.onLoad}
          />
        </div>
        {turnLink(-1)}
        {turnLink(1)}
      </div>
      <p className="lightbox__cap">{picture.caption}</p>
    </dialog>
  )
}

/** Handles a plain click on a link in the link's stead; one for a new tab stays the browser's. */
export function instead(act: () => void) {
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    act()
  }
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
