import { photoPaperCopy } from '@bidyaloy/shared/copy/photo-paper-copy'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { type Corners, isConvex, type Point, turned } from '@bidyaloy/shared/lib/scan/corners'
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { withCopy } from '../t.ts'
import type { PaperPage } from './paper-store.ts'

const t = withCopy(photoPaperCopy)

/** Side of the magnifier in pixels, and how much larger than the photo it shows. */
const MAGNIFIER = 96
const MAGNIFIED = 3
/** Share of the photo that a sheet has at least in each direction. */
const LEAST = 0.05

const HANDLES = [0, 1, 2, 3] as const
type Handle = (typeof HANDLES)[number]

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

type Turn = PaperPage['turn']
interface Size {
  width: number
  height: number
}

const backFrom = (turn: Turn): Turn => (turn === 90 ? 270 : turn === 270 ? 90 : turn)

/** Returns where a point of a photo is after a turn, all as parts of width and height. */
function turnedPoint({ x, y }: Point, turn: Turn): Point {
  switch (turn) {
    case 0:
      return { x, y }
    case 90:
      return { x: 1 - y, y: x }
    case 180:
      return { x: 1 - x, y: 1 - y }
    case 270:
      return { x: y, y: 1 - x }
  }
}

/** Changes each corner, and the order in which they stand. */
function mapCorners(corners: Corners, turn: Turn, change: (point: Point) => Point): Corners {
  const [a, b, c, d] = turned(corners, turn)
  return [change(a), change(b), change(c), change(d)]
}

/** Returns the corners as parts of the turned photo, clockwise from its top left. */
export function shownCorners(corners: Corners, turn: Turn, { width, height }: Size): Corners {
  return mapCorners(corners, turn, ({ x, y }) => turnedPoint({ x: x / width, y: y / height }, turn))
}

/** Returns the corners in pixels of the photo. */
export function photoCorners(shown: Corners, turn: Turn, { width, height }: Size): Corners {
  const back = backFrom(turn)
  return mapCorners(shown, back, (point) => {
    const { x, y } = turnedPoint(point, back)
    return { x: x * width, y: y * height }
  })
}

/** Returns the corners with one moved inside the photo, or as they were if that makes no sheet. */
export function withMoved(corners: Corners, handle: Handle, { x, y }: Point): Corners {
  const inside = (part: number) => Math.min(1, Math.max(0, part))
  const [a, b, c, d] = corners.map((corner, at) =>
    at === handle ? { x: inside(x), y: inside(y) } : corner,
  )
  if (!a || !b || !c || !d) return corners
  const moved: Corners = [a, b, c, d]
  const isWide = Math.abs(b.x - a.x) >= LEAST && Math.abs(c.x - d.x) >= LEAST
  const isHigh = Math.abs(d.y - a.y) >= LEAST && Math.abs(c.y - b.y) >= LEAST
  return isWide && isHigh && isConvex(moved) ? moved : corners
}

interface CornerEditorProps {
  page: PaperPage & { sheet: NonNullable<PaperPage['sheet']>; corners: Corners }
  /** Number of the page, in Bengali digits. */
  n: string
  /** @param step equal for moves that are undone together */
  onChange: (corners: Corners, step: string) => void
}

/** A photo with a handle at each corner of its sheet. */
export function CornerEditor({ page, n, onChange }: CornerEditorProps) {
  const { sheet, corners, turn } = page
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [activeHandle, setActiveHandle] = useState<Handle | null>(null)
  const [dragged, setDragged] = useState<Corners | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const burst = useRef(0)
  const isDrawn = useDrawnPhoto(canvas, sheet.view, turn)
  const shown = dragged ?? shownCorners(corners, turn, sheet)
  const isUpright = turn === 0 || turn === 180
  const [width, height] = isUpright ? [sheet.width, sheet.height] : [sheet.height, sheet.width]

  const nameOf = (handle: Handle) => t(`paper.corner.${handle}`)
  const percent = (part: number) => toBengaliDigits(Math.round(part * 100))
  const announce = (handle: Handle, { x, y }: Point) =>
    setAnnouncement(t('paper.corner.at', { corner: nameOf(handle), x: percent(x), y: percent(y) }))
  const sizeOfBox = () => box.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
  const commit = (next: Corners, handle: Handle) =>
    onChange(photoCorners(next, turn, sheet), `${page.id} ${handle} ${burst.current}`)

  const press = (event: KeyboardEvent, handle: Handle) => {
    const direction = DIRECTIONS[event.key]
    if (!direction) return
    event.preventDefault()
    const area = sizeOfBox()
    const pixels = event.shiftKey ? 10 : 1
    const { x, y } = shown[handle]
    const next = withMoved(shown, handle, {
      x: x + (direction.x * pixels) / area.width,
      y: y + (direction.y * pixels) / area.height,
    })
    commit(next, handle)
    announce(handle, next[handle])
  }

  const grab = (event: PointerEvent<HTMLButtonElement>, handle: Handle) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.focus()
    event.currentTarget.setPointerCapture(event.pointerId)
    burst.current += 1
    setActiveHandle(handle)
    setDragged(shown)
  }
  const drag = ({ clientX, clientY }: PointerEvent, handle: Handle) => {
    if (!dragged || activeHandle !== handle) return
    const area = sizeOfBox()
    const to = { x: (clientX - area.left) / area.width, y: (clientY - area.top) / area.height }
    setDragged(withMoved(dragged, handle, to))
  }
  const drop = (handle: Handle) => {
    if (dragged && activeHandle === handle) commit(dragged, handle)
    setDragged(null)
  }

  const outline = shown.map(({ x, y }) => `${x * 100},${y * 100}`).join(' ')
  return (
    <div className="corners__area">
      <div
        className="corners"
        ref={box}
        style={{
          aspectRatio: width / height,
          inlineSize: `min(100%, var(--high) * ${width / height})`,
        }}
      >
        <canvas ref={canvas} role="img" aria-label={t('paper.photo', { n })} />
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path d={`M0 0H100V100H0z M${outline.replaceAll(' ', ' L')}z`} />
          <polygon points={outline} />
          <polygon className="corners__line" points={outline} />
        </svg>
        {HANDLES.map((handle) => {
          const { x, y } = shown[handle]
          return (
            <button
              key={handle}
              type="button"
              className="corner-h"
              data-held={(dragged && activeHandle === handle) || undefined}
              style={{ insetInlineStart: `${x * 100}%`, insetBlockStart: `${y * 100}%` }}
              aria-label={nameOf(handle)}
              aria-describedby="paper-keys"
              onKeyDown={(event) => press(event, handle)}
              onFocus={() => {
                burst.current += 1
                setActiveHandle(handle)
              }}
              onBlur={() => setActiveHandle(null)}
              onPointerDown={(event) => grab(event, handle)}
              onPointerMove={(event) => drag(event, handle)}
              onPointerUp={() => drop(handle)}
              onPointerCancel={() => setDragged(null)}
            />
          )
        })}
        {activeHandle !== null && isDrawn && (
          <Magnifier photo={canvas} box={box} at={shown[activeHandle]} />
        )}
      </div>
      <p className="vh" id="paper-keys">
        {t('paper.corners.keys')}
      </p>
      <span className="vh" role="status">
        {announcement}
      </span>
    </div>
  )
}

/** Draws a photo, turned, as large as it is stored. */
function useDrawnPhoto(
  canvas: RefObject<HTMLCanvasElement | null>,
  view: Blob,
  turn: Turn,
): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    let isCurrent = true
    setDrawn(false)
    createImageBitmap(view).then((bitmap) => {
      const { current } = canvas
      const context = current?.getContext('2d')
      if (!isCurrent || !current || !context) return
      const isUpright = turn === 0 || turn === 180
      current.width = isUpright ? bitmap.width : bitmap.height
      current.height = isUpright ? bitmap.height : bitmap.width
      context.translate(current.width / 2, current.height / 2)
      context.rotate((turn * Math.PI) / 180)
      context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2)
      bitmap.close()
      setDrawn(true)
    })
    return () => {
      isCurrent = false
    }
  }, [canvas, view, turn])
  return isDrawn
}

interface MagnifierProps {
  photo: RefObject<HTMLCanvasElement | null>
  box: RefObject<HTMLElement | null>
  /** The enlarged point, as parts of width and height. */
  at: Point
}

/** The surroundings of a corner, enlarged, in the photo's corner farthest from it. */
function Magnifier({ photo, box, at: { x, y } }: MagnifierProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    const { current: source } = photo
    if (!context || !source) return
    const shown = box.current?.clientWidth || source.width
    const side = (MAGNIFIER / MAGNIFIED) * (source.width / shown)
    context.clearRect(0, 0, MAGNIFIER, MAGNIFIER)
    const left = x * source.width - side / 2
    const top = y * source.height - side / 2
    context.drawImage(source, left, top, side, side, 0, 0, MAGNIFIER, MAGNIFIER)
  }, [photo, box, x, y])
  return (
    <span
      className="magnifier"
      data-right={x < 0.5 || undefined}
      data-bottom={y < 0.5 || undefined}
      aria-hidden="true"
    >
      <canvas ref={canvas} width={MAGNIFIER} height={MAGNIFIER} />
    </span>
  )
}
