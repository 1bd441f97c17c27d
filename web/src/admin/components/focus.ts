import { type RefObject, useEffect, useRef } from 'react'

interface Removal {
  id: string
  /** Its row, counted from 0. */
  index: number
}

/**
 * Keeps the keyboard focus in a list when a row is removed. Once the list renders without the row,
 * focuses the button of the row in its place, or `above` if the list is empty.
 * @param ids ids of the shown rows
 * @returns to be called when a row is being removed
 */
export function useFocusAfterRemoval(
  ids: readonly string[],
  list: RefObject<HTMLElement | null>,
  above: RefObject<HTMLElement | null>,
): (removal: Removal) => void {
  const awaited = useRef<Removal | null>(null)
  useEffect(() => {
    const gone = awaited.current
    if (!gone || ids.includes(gone.id)) return
    awaited.current = null
    const rows = list.current?.querySelectorAll('tbody > tr, :scope > li') ?? []
    // The first button of each row that has one.
    const buttons = [...rows].flatMap((row) => row.querySelector<HTMLElement>('button') ?? [])
    const next = buttons[Math.min(gone.index, buttons.length - 1)] ?? above.current
    next?.focus()
  })
  return (removal) => {
    awaited.current = removal
  }
}

/** Used as `ref` of an element that takes the focus when it appears. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()
