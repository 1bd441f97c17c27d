import { Alert } from '../../ui/alert.tsx'
import { failureText } from '../api/failure-text.ts'
import { focusOnMount } from './focus.ts'

interface ChangeFailureProps {
  /** State of the mutation. */
  change: { error: Error | null; submittedAt: number }
  /** Says what failed; the reason follows. */
  text: string
}

/** The failure of a change, which takes the focus; nothing without one. */
export function ChangeFailure({ change: { error, submittedAt }, text }: ChangeFailureProps) {
  if (!error) return null
  return (
    <Alert tone="error" ref={focusOnMount} key={submittedAt}>
      <b>{text}</b> {failureText(error)}
    </Alert>
  )
}
