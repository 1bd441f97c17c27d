import type { Entry, PictureSize } from '@bidyaloy/shared/collections/entry'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type TouchEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { useLocation } from 'react-router-dom'
import { type PicturePlace, srcSetOf } from '../../collections/photo.tsx'
import { useZoom } from '../../lib/use-zoom.ts'
import { Icon } from '../../ui/icon.tsx'
import { t } from './t.ts'
import './lightbox.css'

/** Horizontal distance of a swipe, in pixels. */
const SWIPE = 48
/** Distance that an arrow key scrolls a magnified picture, in pixels. */
const STEP = 80
/** Distance from the end of a magnified picture at which it counts as reached: the padding. */
const END = 18

/** A picture for the lightbox. */
export interface LightboxPicture {
  id: string
  /** Address of its link without script. */
  href: string
  /** Its largest copy without the leading slash, and all sizes, smallest first. */
  filePath: string | undefined
  sizes: readonly PictureSize[]
  width: number | undefined
  height: number | undefined
  alt: string
  caption: ReactNode
  /** A page of print, which has to be read: on phones it opens twice as wide as the screen. */
  isPaper?: boolean
}

/** Returns the sizes of a stored picture: its copies and, as the largest, the original. */
export function sizesOf({
  filePath,
  sizes = [],
  width,
  height,
}: Pick<Entry, 'filePath' | 'sizes' | 'width' | 'height'>): PictureSize[] {
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
  page: { label: 'lightbox.page.label', prev: 'lightbox.page.prev', next: 'lightbox.page.next' },
} as const

interface LightboxProps {
  /** A page of a document opens wide enough to read. */
  kind: keyof typeof texts
  pictures: readonly LightboxPicture[]
  /** Index of the shown picture. */
  at: number
  /** The place of a paper that has to be visible first. Default: its top left. */
  place?: PicturePlace | undefined
  onTurn: (to: number) => void
  onClose: () => void
}

/**
 * One picture over the whole window. A photo has an address: without script it is rendered open with
 * plain links to turn and close it; with script it becomes a modal dialog. Until then keys are clicks
 * on the controls that name them.
 */
export function Lightbox({ kind, pictures, at, place, onTurn, onClose }: LightboxProps) {
  const dialog = useModal()
  const { pathname } = useLocation()
  const picture = pictures[at]
  const zoom = useZoom(picture?.id, {
    forReading: kind === 'page',
    isPaper: picture?.isPaper ?? false,
    place,
  })
  const { turn, pressKey, touchEvents } = useTurns({ pictures, at, onTurn, zoom })
  if (!picture) return null
  const turnLink = (step: 1 | -1) => {
    const to = pictures[at + step]
    const direction = step < 0 ? 'prev' : 'next'
    return (
      to && (
        <a
          className={`roundbtn lightbox__${direction}`}
          href={to.href}
          aria-label={t(texts[kind][direction])}
          aria-keyshortcuts={step < 0 ? 'ArrowLeft' : 'ArrowRight'}
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
      aria-label={t(texts[kind].label)}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={pressKey}
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
            aria-keyshortcuts="Escape"
            onClick={instead(onClose)}
          >
            <Icon name="close" />
          </a>
          {zoomButton('zoomIn', zoom.isLargest, zoom.larger)}
          {zoomButton('zoomOut', !zoom.isMagnified, zoom.smaller)}
        </p>
      </div>
      <div className="lightbox__frame" {...touchEvents}>
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
      <div className="lightbox__cap">{picture.caption}</div>
    </dialog>
  )
}

interface TurnsOptions extends Pick<LightboxProps, 'pictures' | 'at' | 'onTurn'> {
  zoom: ReturnType<typeof useZoom>
}

/** Turns to another picture, by key and by swipe, and moves a magnified one. */
function useTurns({ pictures, at, onTurn, zoom }: TurnsOptions) {
  // Target of the last turn: keys may be faster than rendering.
  const target = useRef(at)
  useLayoutEffect(() => {
    target.current = at
  }, [at])
  const touch = useRef<{ x: number; y: number; turns: (1 | -1)[] } | null>(null)
  const turn = (step: 1 | -1) => {
    if (!pictures[target.current + step]) return
    target.current += step
    onTurn(target.current)
  }
  /** Directions in which a magnified picture is at its end, so that the next movement turns. */
  const turnsAtEnd = (): (1 | -1)[] => {
    const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0 } = zoom.stage.current ?? {}
    const turns: (1 | -1)[] = []
    if (scrollLeft < END) turns.push(-1)
    if (scrollLeft + clientWidth > scrollWidth - END) turns.push(1)
    return turns
  }
  const pressKey = (event: KeyboardEvent) => {
    const horizontal = { ArrowLeft: -1, ArrowRight: 1 } as const
    const vertical = { ArrowUp: -1, ArrowDown: 1 } as const
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key === '+' || key === '=') zoom.larger()
    else if (key === '-') zoom.smaller()
    else if (key === '0') zoom.reset()
    else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      if (turnsAtEnd().includes(horizontal[key])) turn(horizontal[key])
      else zoom.stage.current?.scrollBy(horizontal[key] * STEP, 0)
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      zoom.stage.current?.scrollBy(0, vertical[key] * STEP)
    } else return
    event.preventDefault()
  }
  const endTouch = ({ changedTouches }: TouchEvent) => {
    const finger = changedTouches[0]
    const start = touch.current
    touch.current = null
    if (!finger || !start) return
    const x = finger.clientX - start.x
    const y = finger.clientY - start.y
    const step = x > 0 ? -1 : 1
    const isSwipe = Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)
    if (isSwipe && start.turns.includes(step)) turn(step)
  }
  const startTouch = ({ touches }: TouchEvent) => {
    const finger = touches.length === 1 && touches[0]
    touch.current = finger ? { x: finger.clientX, y: finger.clientY, turns: turnsAtEnd() } : null
  }
  return { turn, pressKey, touchEvents: { onTouchStart: startTouch, onTouchEnd: endTouch } }
}

const zoomButton = (name: 'zoomIn' | 'zoomOut', isDisabled: boolean, zoom: () => void) => (
  <button
    className="roundbtn"
    type="button"
    data-needs="script"
    aria-label={t(`lightbox.${name}`)}
    aria-keyshortcuts={name === 'zoomIn' ? 'Plus =' : '-'}
    aria-disabled={isDisabled}
    onClick={zoom}
  >
    <Icon name={name === 'zoomIn' ? 'zoomin' : 'zoomout'} />
  </button>
)

/** Replaces a link's plain click; clicks for a new tab are left to the browser. */
export function instead(act: (event: MouseEvent) => void) {
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    act(event)
  }
}

/** Makes the rendered dialog modal; closing restores the focus. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    // Safari before 15.4 lacks `dialog`: the lightbox stays as rendered.
    if (!element || !('showModal' in element)) return
    element.removeAttribute('open')
    element.showModal()
    return () => element.close()
  }, [])
  return dialog
}
