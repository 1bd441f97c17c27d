import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Adds to the browser's own menus what script can: one group open at a time everywhere, Escape and
 * a click elsewhere close the bar's groups, and everything closes when a page was chosen.
 */
export function useMenusThatClose(bar: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `key` means that a page was chosen
  useEffect(() => {
    if (!bar.current) return
    closeGroups(bar.current)
    // A browser without popovers shows the list in the page, where nothing is to be closed.
    const knowsPopovers = 'popover' in HTMLElement.prototype
    if (knowsPopovers && bar.current.matches(':popover-open')) bar.current.hidePopover()
  }, [bar, key])

  useEffect(() => {
    const menu = bar.current
    if (!menu) return
    const onToggle = ({ target }: Event) => {
      if (target instanceof HTMLDetailsElement && target.open) closeGroups(menu, target)
    }
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Node && !menu.contains(target)) closeGroups(menu)
    }
    const onKey = (event: KeyboardEvent) => {
      const open = menu.querySelector('details[open]')
      if (event.key !== 'Escape' || !open) return
      const hadFocus = open.contains(document.activeElement)
      closeGroups(menu)
      if (hadFocus) open.querySelector('summary')?.focus()
    }
    menu.addEventListener('toggle', onToggle, true)
    document.addEventListener('click', onClick)
    document.addEventListener('keydown', onKey)
    return () => {
      menu.removeEventListener('toggle', onToggle, true)
      document.removeEventListener('click', onClick)
      document.removeEventListener('keydown', onKey)
    }
  }, [bar])
}

function closeGroups(menu: HTMLElement, except?: HTMLDetailsElement): void {
  for (const group of menu.querySelectorAll<HTMLDetailsElement>('details[open]')) {
    if (group !== except) group.open = false
  }
}
