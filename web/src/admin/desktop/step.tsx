import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { type ReactNode, useId } from 'react'
import { Icon } from '../../ui/icon.tsx'

interface StepProps {
  /** Left out where the part is no step of an order. */
  number?: number
  done?: boolean
  title: string
  children: ReactNode
}

/** One part of the way to a site. */
export function Step({ number, done = false, title, children }: StepProps) {
  const id = useId()
  return (
    <section className="step" aria-labelledby={id}>
      <h2 id={id}>
        {number !== undefined && (
          <span className={done ? 'n done' : 'n'} aria-hidden="true">
            {done ? <Icon name="check" /> : toBengaliDigits(number)}
          </span>
        )}{' '}
        {title}
      </h2>
      {children}
    </section>
  )
}
