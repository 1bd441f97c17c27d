// Without imports: lazy chunks of the dashboard share it.
/** Number of frames to try, about a second. */
const MAX_TRIES = 60

/** Focuses an element as soon as it is rendered and focusable, which may take several frames. */
export function focusSoon(find: () => HTMLElement | null | undefined, tries = MAX_TRIES): void {
  requestAnimationFrame(() => {
    const target = find()
    target?.focus()
    const hasFocus = target && document.activeElement === target
    if (!hasFocus && tries > 1) focusSoon(find, tries - 1)
  })
}
