import type { EntryFile } from '@bidyaloy/shared/collections/entry'
import { blurCopy } from '@bidyaloy/shared/features/blur/admin-copy'
import type { PhotoArea } from '@bidyaloy/shared/features/blur/blur'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { withCopy } from '../../../admin/t.ts'
import { areaBetween, type Chosen, cellAfter, type Grid, type Place } from './areas.ts'

const t = withCopy(blurCopy)

/** A pointer that moves less far, in CSS pixels, taps. */
const TAP = 8

interface PhotoGridProps {
  photo: EntryFile
  grid: Grid
  chosen: Chosen
  disabled: boolean
  onChange: (chosen: Chosen) => void
}

/** A photo under a grid of checkboxes. A pointer that is dragged draws an area of any size. */
export function PhotoGrid({ photo, grid, chosen, disabled, onChange }: PhotoGridProps) {
  const [current, setCurrent] = useState(0)
  const box = useRef<HTMLFieldSetElement>(null)
  const cells = Array.from({ length: grid.columns * grid.rows }, (_, cell) => cell)
  const drawing = useDrawing((area) => onChange({ ...chosen, drawn: [...chosen.drawn, area] }))
  const toggle = (cell: number) => {
    const others = chosen.cells.filter((one) => one !== cell)
    const isChosen = others.length < chosen.cells.length
    onChange({ ...chosen, cells: isChosen ? others : [...others, cell] })
  }
  const move = (event: KeyboardEvent) => {
    const next = cellAfter(event.key, current, grid)
    if (next === undefined) return
    event.preventDefault()
    setCurrent(next)
    box.current?.querySelectorAll('input')[next]?.focus()
  }
  const shown = drawing.area ? [...chosen.drawn, drawing.area] : chosen.drawn
  return (
    <div className="blurphoto">
      <img
        src={`/${photo.sizes?.at(-1)?.filePath ?? photo.filePath}`}
        width={photo.width}
        height={photo.height}
        alt=""
        draggable={false}
      />
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        {shown.map(({ left, top, width, height }) => (
          <rect
            key={[left, top, width, height].join()}
            x={left}
            y={top}
            width={width}
            height={height}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <fieldset
        className="blurphoto__cells"
        style={{
          gridTemplateColumns: `repeat(${grid.columns}, 1fr)`,
          gridTemplateRows: `repeat(${grid.rows}, 1fr)`,
        }}
        ref={box}
        disabled={disabled}
        onKeyDown={move}
        {...(!disabled && drawing.handlers)}
      >
        <legend className="vh">{t('blur.cells')}</legend>
        {cells.map((cell) => (
          <label key={cell}>
            <input
              type="checkbox"
              aria-label={t('blur.cell', {
                row: formatNumber(Math.floor(cell / grid.columns) + 1),
                column: formatNumber((cell % grid.columns) + 1),
              })}
              tabIndex={cell === current ? 0 : -1}
              checked={chosen.cells.includes(cell)}
              onFocus={() => setCurrent(cell)}
              onChange={() => toggle(cell)}
            />
          </label>
        ))}
      </fieldset>
    </div>
  )
}

/** The area that a pointer is drawing, and what follows the pointer. */
function useDrawing(onDrawn: (area: PhotoArea) => void) {
  const [area, setArea] = useState<PhotoArea | null>(null)
  const start = useRef<{ place: Place; x: number; y: number } | null>(null)
  const isDragged = useRef(false)
  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent): Place => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const within = (share: number) => Math.min(1, Math.max(0, share))
    return { x: within((clientX - left) / width), y: within((clientY - top) / height) }
  }
  const end = () => {
    start.current = null
    setArea(null)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary) return
      isDragged.current = false
      start.current = { place: placeOf(event), x: event.clientX, y: event.clientY }
    },
    onPointerMove: (event: PointerEvent) => {
      const { current: from } = start
      if (!from) return
      const distance = Math.hypot(event.clientX - from.x, event.clientY - from.y)
      if (!isDragged.current && distance < TAP) return
      if (!isDragged.current) event.currentTarget.setPointerCapture(event.pointerId)
      isDragged.current = true
      setArea(areaBetween(from.place, placeOf(event)))
    },
    onPointerUp: (event: PointerEvent) => {
      const { current: from } = start
      if (from && isDragged.current) onDrawn(areaBetween(from.place, placeOf(event)))
      end()
    },
    onPointerCancel: end,
    onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => {
      if (!isDragged.current) return
      // The click that ends a drag chooses no square.
      isDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
  return { area, handlers }
}
