import { type RefObject, useEffect, useRef } from 'react'

interface Removal {
  id: string
  /** Where it stood, counted from 0. */
  index: number
}

/**
 * Keeps the keyboard where it was when a row goes: the button of the row that takes its place gets
 * the focus as soon as the list is drawn without it; without any row, what stands above the list.
 * @param ids of the rows that are shown
 * @returns says that a row goes now
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
    const buttons = list.current?.querySelectorAll<HTMLElement>('button') ?? []
    const next = buttons[Math.min(gone.index, buttons.length - 1)] ?? above.current
    next?.focus()
  })
  return (removal) => {
    awaited.current = removal
  }
}
