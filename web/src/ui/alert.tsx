import type { ReactNode, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'

const looks = {
  ok: { icon: 'check', role: 'status' },
  warn: { icon: 'warn', role: 'status' },
  error: { icon: 'error', role: 'alert' },
} as const satisfies Record<string, { icon: IconName; role: 'status' | 'alert' }>

interface AlertProps {
  tone: keyof typeof looks
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** A message in the flow of the page, announced when it appears. */
export function Alert({ tone, children, ref }: AlertProps) {
  const { icon, role } = looks[tone]
  return (
    <div className={`alert alert--${tone}`} role={role} tabIndex={-1} ref={ref}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  )
}
