/** Frames after which nobody waits for the focus any more: about a second. */
const PATIENCE = 60

/**
 * Gives the focus to what is about to be drawn, or to be usable again, as soon as it is. What an
 * answer has changed may be drawn some frames later than the next.
 */
export function focusSoon(find: () => HTMLElement | null | undefined, tries = PATIENCE): void {
  requestAnimationFrame(() => {
    const target = find()
    target?.focus()
    const hasIt = target && document.activeElement === target
    if (!hasIt && tries > 1) focusSoon(find, tries - 1)
  })
}
