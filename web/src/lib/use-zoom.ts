import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** Zoom factors; at 1 the whole picture is visible. */
const MAX = 6
const BUTTON_STEP = 1.5
const DOUBLE_TAP = 2.5
/** Limits of a double tap, in milliseconds and pixels. */
const DOUBLE_TAP_MS = 350
const DOUBLE_TAP_REACH = 32
/** Width at which a page of a document opens, in pixels: comfortable for reading lines. */
const READING_WIDTH = 900
/** Widths of the stage up to which it is a phone's, on which print of a whole line is too small. */
const PHONE = 767
/** Width at which a paper opens on phones, relative to the stage. */
const PHONE_ZOOM = 2

interface Point {
  x: number
  y: number
}

interface Zoom {
  stage: RefObject<HTMLDivElement | null>
  image: RefObject<HTMLImageElement | null>
  /** Of the image: its width while magnified, and its `sizes` attribute. */
  style: CSSProperties | undefined
  sizes: string
  isMagnified: boolean
  isLargest: boolean
  larger: () => void
  smaller: () => void
  reset: () => void
  onLoad: () => void
}

interface Opening {
  /** Opens at reading width and loads a larger copy immediately. */
  forReading: boolean
  /** On phones it opens `PHONE_ZOOM` times as wide as the stage. */
  isPaper: boolean
  /**
   * The place of such a paper that is in the middle then, in shares of its width and height.
   * Default: its top left, in the corner.
   */
  place: Point | undefined
}

const distance = (a: Touch, b: Touch) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)

/**
 * Magnifies a picture in a scrolling stage: by `larger` and `smaller`, pinch, double tap or double
 * click. The point under the fingers stays in place.
 * @param id of the picture; another id resets the zoom
 */
export function useZoom(id: string | undefined, { forReading, isPaper, place }: Opening): Zoom {
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [state, setState] = useState({ id, factor: 1, whole: 0 })
  // Resets for another picture in the same render.
  const { factor, whole } = state.id === id ? state : { factor: 1, whole: 0 }
  /** Part of the picture that must stay at a point of the window. */
  const fixed = useRef<{ part: Point; at: Point } | null>(null)

  const magnify = (next: number, point?: Point, part?: Point) => {
    const shown = image.current?.getBoundingClientRect()
    const frame = stage.current?.getBoundingClientRect()
    if (!shown?.width || !frame) return
    const at = point ?? { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 }
    fixed.current = {
      at,
      part: part ?? { x: (at.x - shown.left) / shown.width, y: (at.y - shown.top) / shown.height },
    }
    const widest = Math.min(MAX, Math.max(1, next))
    setState({ id, factor: widest, whole: factor === 1 ? shown.width : whole })
  }
  const toggle = (point: Point) => magnify(factor > 1 ? 1 : DOUBLE_TAP, point)

  useLayoutEffect(() => {
    const box = stage.current
    const shown = image.current?.getBoundingClientRect()
    // A scrollable stage must be reachable with the keyboard.
    if (factor > 1) box?.setAttribute('tabindex', '0')
    else box?.removeAttribute('tabindex')
    if (!box || !shown || !fixed.current) return
    const { part, at } = fixed.current
    fixed.current = null
    box.scrollBy(shown.left + part.x * shown.width - at.x, shown.top + part.y * shown.height - at.y)
  }, [factor])

  // React's touch listeners are passive and cannot prevent scrolling.
  const latest = useRef({ factor, magnify, toggle })
  useLayoutEffect(() => {
    latest.current = { factor, magnify, toggle }
  })
  useEffect(() => {
    const box = stage.current
    if (!box) return
    let pinch: { apart: number; factor: number } | null = null
    let tap: (Point & { time: number }) | null = null
    const begin = ({ touches: [one, two] }: TouchEvent) => {
      pinch = one && two ? { apart: distance(one, two), factor: latest.current.factor } : null
      if (pinch) tap = null
    }
    const move = (event: TouchEvent) => {
      const [one, two] = event.touches
      if (!pinch || !one || !two) return
      if (event.cancelable) event.preventDefault()
      const between = { x: (one.clientX + two.clientX) / 2, y: (one.clientY + two.clientY) / 2 }
      latest.current.magnify((pinch.factor * distance(one, two)) / pinch.apart, between)
    }
    const end = (event: TouchEvent) => {
      const [finger] = event.changedTouches
      if (pinch || !finger) {
        if (event.touches.length === 0) pinch = null
        return
      }
      const here = { x: finger.clientX, y: finger.clientY, time: event.timeStamp }
      const isSecond =
        tap !== null &&
        here.time - tap.time < DOUBLE_TAP_MS &&
        Math.hypot(here.x - tap.x, here.y - tap.y) < DOUBLE_TAP_REACH
      tap = isSecond ? null : here
      if (!isSecond) return
      // Otherwise the browser also fires a double click.
      event.preventDefault()
      latest.current.toggle(here)
    }
    const doubleClick = ({ clientX: x, clientY: y }: MouseEvent) => latest.current.toggle({ x, y })
    box.addEventListener('dblclick', doubleClick)
    box.addEventListener('touchstart', begin, { passive: true })
    box.addEventListener('touchmove', move, { passive: false })
    box.addEventListener('touchend', end)
    return () => {
      box.removeEventListener('dblclick', doubleClick)
      box.removeEventListener('touchstart', begin)
      box.removeEventListener('touchmove', move)
      box.removeEventListener('touchend', end)
    }
  }, [])

  const onLoad = () => {
    const frame = stage.current?.getBoundingClientRect()
    const shown = image.current?.getBoundingClientRect()
    // Only on the first load, not for larger copies of the same picture.
    if (!forReading || whole > 0 || !frame || !shown?.width) return
    const middle = frame.left + frame.width / 2
    if (isPaper && frame.width <= PHONE) {
      const wide = (PHONE_ZOOM * frame.width) / shown.width
      if (place) magnify(wide, { x: middle, y: frame.top + frame.height / 2 }, place)
      else magnify(wide, { x: frame.left, y: frame.top }, { x: 0, y: 0 })
      return
    }
    const wide = Math.min(frame.width, READING_WIDTH) / shown.width
    magnify(wide > 1.1 ? wide : 1, { x: middle, y: frame.top })
  }

  return {
    stage,
    image,
    style:
      factor > 1
        ? { inlineSize: whole * factor, maxInlineSize: 'none', maxBlockSize: 'none' }
        : undefined,
    sizes:
      whole > 0 ? `${Math.round(whole * (forReading ? Math.max(factor, 2) : factor))}px` : '100vw',
    isMagnified: factor > 1,
    isLargest: factor >= MAX,
    larger: () => magnify(factor * BUTTON_STEP),
    smaller: () => magnify(factor / BUTTON_STEP),
    reset: () => magnify(1),
    onLoad,
  }
}
