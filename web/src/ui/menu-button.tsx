import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from './button.tsx'
import { useClosedByBack } from './dialog.tsx'
import { Icon, type IconName } from './icon.tsx'

interface MenuItem {
  label: ReactNode
  /** Unique among the items. */
  icon: IconName
  danger?: boolean
  onChoose: () => void
}

interface MenuProps {
  /** Name of the button and of its menu. */
  label: string
  items: readonly MenuItem[]
}

/** A button with three dots that opens a menu of further actions. */
export function MenuButton({ label, items }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        small
        icon="more"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        ref={button}
        onClick={() => setOpen(true)}
      />
      {open && button.current && (
        <Menu label={label} items={items} opener={button.current} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** Distance from the opener and from the edges of the window, in pixels. */
const GAP = 4

/** The open menu, in a modal dialog: on top also in browsers without popovers. */
function Menu({
  label,
  items,
  opener,
  onClose,
}: MenuProps & { opener: HTMLElement; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useClosedByBack(onClose)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    place(element, opener)
    element.querySelector('button')?.focus()
    return () => element.close()
  }, [opener])
  useEffect(() => {
    // Stays at its button.
    const follow = () => dialog.current && place(dialog.current, opener)
    window.addEventListener('scroll', follow, { passive: true })
    window.addEventListener('resize', follow)
    const press = ({ target }: MouseEvent) => {
      // A click outside hits the backdrop, which belongs to the dialog.
      if (target === dialog.current) onClose()
    }
    const element = dialog.current
    element?.addEventListener('click', press)
    return () => {
      element?.removeEventListener('click', press)
      window.removeEventListener('scroll', follow)
      window.removeEventListener('resize', follow)
    }
  }, [onClose, opener])
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      event.preventDefault()
      return onClose()
    }
    const buttons = [...(dialog.current?.querySelectorAll('button') ?? [])]
    const from = buttons.findIndex((button) => button.matches(':focus'))
    const targets: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      Home: 0,
      End: -1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    buttons.at(target % buttons.length)?.focus()
  }
  return (
    <dialog className="popup-menu" aria-label={label} ref={dialog} onClose={onClose}>
      <div role="menu" aria-label={label} tabIndex={-1} onKeyDown={move}>
        {items.map(({ label, icon, danger = false, onChoose }) => (
          <button
            key={icon}
            type="button"
            role="menuitem"
            className={danger ? 'popup-menu__item popup-menu__item--danger' : 'popup-menu__item'}
            onClick={() => {
              onClose()
              onChoose()
            }}
          >
            <Icon name={icon} /> <span>{label}</span>
          </button>
        ))}
      </div>
    </dialog>
  )
}

/** Positions the menu below its opener, or above if there is no room, within the window. */
function place(menu: HTMLElement, opener: HTMLElement): void {
  const { top, bottom, right } = opener.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const below = bottom + GAP
  const fits = below + height + GAP <= window.innerHeight
  menu.style.top = `${Math.max(GAP, fits ? below : top - GAP - height)}px`
  menu.style.left = `${Math.max(GAP, right - width)}px`
}
