import type { ReactNode } from 'react'

/** Id of the heading that takes the focus when its step begins. */
export const STEP_HEADING = 'move-in-step'

/** The heading of a step. */
export function StepHeading({
  isHidden = false,
  children,
}: {
  isHidden?: boolean
  children: ReactNode
}) {
  return (
    <h2 id={STEP_HEADING} tabIndex={-1} className={isHidden ? 'vh' : 'movein__step'}>
      {children}
    </h2>
  )
}
