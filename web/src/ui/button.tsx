import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  look?: 'primary' | 'danger' | 'danger-fill' | 'quiet'
  small?: boolean
  wide?: boolean
  icon?: IconName
  /** Shows progress, keeps the focus and ignores clicks. */
  busy?: boolean
}

export function Button({
  look,
  small = false,
  wide = false,
  icon,
  busy = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const classes = ['btn', look && `btn--${look}`, small && 'btn--small', wide && 'btn--wide']
  // Also stops the submit of its form: Enter in a field clicks the submit button.
  const click = (event: MouseEvent<HTMLButtonElement>) =>
    busy ? event.preventDefault() : onClick?.(event)
  return (
    <button
      {...rest}
      type={type}
      className={classes.filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      onClick={click}
    >
      {busy ? <span className="spin" aria-hidden="true" /> : icon && <Icon name={icon} />}{' '}
      {children}
    </button>
  )
}
