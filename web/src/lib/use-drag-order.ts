import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'

/** Distance in pixels from which a press is a drag. */
const THRESHOLD = 5
/** Distance from the edge of the scrolled area, in pixels, within which a drag scrolls it. */
const EDGE = 72
/** Pixels by frame. */
const SCROLL_STEP = 14

const CONTROLS = 'button, a, input, select, textarea, label'

interface Drag {
  from: number
  to: number
}

/**
 * Moves the rows of a list by dragging with mouse, pen or finger: the dragged row takes the place of
 * the one under the pointer. Escape cancels. Buttons must offer the same, for keyboards.
 * @param onMove called once, when the row is dropped on another place
 */
export function useDragOrder(isDisabled: boolean, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])

  const start = (
    { currentTarget, clientX, clientY, pointerId }: ReactPointerEvent,
    from: number,
  ) => {
    const row = currentTarget.closest('li')
    const list = row?.parentElement
    if (!row || !list) return
    running.current.abort()
    running.current = new AbortController()
    const { signal } = running.current
    const scroller = scrollerOf(list)
    let point = { clientX, clientY }
    let moved: Drag | null = null
    const update = () => {
      const far = Math.hypot(point.clientX - clientX, point.clientY - clientY) >= THRESHOLD
      if (!moved && !far) return
      const to = Array.from(list.children).findIndex((each) => contains(each, point))
      moved = { from, to: to >= 0 ? to : (moved?.to ?? from) }
      setDrag(moved)
    }
    const scroll = () => {
      if (signal.aborted) return
      const { top, bottom } = visibleRange(scroller)
      const step = point.clientY < top + EDGE ? -1 : point.clientY > bottom - EDGE ? 1 : 0
      if (moved && step !== 0) {
        scroller.scrollBy({ top: step * SCROLL_STEP, behavior: 'instant' })
        update()
      }
      requestAnimationFrame(scroll)
    }
    const end = () => {
      running.current.abort()
      setDrag(null)
    }
    const on = <K extends keyof WindowEventMap>(
      name: K,
      work: (event: WindowEventMap[K]) => void,
    ) => window.addEventListener(name, work, { signal, capture: true })
    const isOther = (event: PointerEvent) => event.pointerId !== pointerId
    on('pointermove', (event) => {
      if (isOther(event)) return
      point = event
      update()
    })
    on('pointerup', (event) => {
      if (isOther(event)) return
      end()
      if (moved && moved.to !== from) onMove(from, moved.to)
    })
    on('pointercancel', (event) => {
      if (!isOther(event)) end()
    })
    on('keydown', (event) => {
      if (event.key !== 'Escape') return
      // It would also close the dialog around the list.
      event.preventDefault()
      event.stopPropagation()
      end()
    })
    requestAnimationFrame(scroll)
  }

  const press = (event: ReactPointerEvent, index: number) => {
    if (isDisabled || event.button !== 0) return
    // No selection of text, and no dragging of the picture itself.
    event.preventDefault()
    start(event, index)
  }

  return {
    /** Attributes of a row, which a mouse drags by any part that is no control. */
    rowOf: (index: number) => ({
      'data-dragged': drag?.from === index || undefined,
      'data-drop':
        drag && drag.to === index && drag.from !== index
          ? drag.from < index
            ? 'after'
            : 'before'
          : undefined,
      onPointerDown: (event: ReactPointerEvent) => {
        const isControl = event.target instanceof Element && event.target.closest(CONTROLS)
        if (event.pointerType === 'mouse' && !isControl) press(event, index)
      },
    }),
    /** Attributes of a row's grip: a finger on any other part scrolls the page. */
    gripOf: (index: number) => ({
      className: 'grip',
      'aria-hidden': true,
      onPointerDown: (event: ReactPointerEvent) => {
        event.stopPropagation()
        press(event, index)
      },
    }),
  }
}

type Point = Pick<PointerEvent, 'clientX' | 'clientY'>

function contains(element: Element, { clientX, clientY }: Point): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}

/** Returns the nearest element around a list that scrolls. */
function scrollerOf(list: Element): Element {
  for (let element = list.parentElement; element; element = element.parentElement) {
    const { overflowY } = getComputedStyle(element)
    const isLong = element.scrollHeight > element.clientHeight
    if (isLong && (overflowY === 'auto' || overflowY === 'scroll')) return element
  }
  return document.documentElement
}

function visibleRange(scroller: Element): { top: number; bottom: number } {
  if (scroller === document.documentElement) return { top: 0, bottom: window.innerHeight }
  return scroller.getBoundingClientRect()
}
