import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { inProgram } from './in-program.ts'

/*
 * The places of the dashboard where the desktop program adds something. In a browser they stay
 * empty, and what belongs there is never fetched.
 */

export const StatusPill = inProgramOnly(async () => (await import('./status-pill.tsx')).StatusPill)
export const SignInNote = inProgramOnly(async () => (await import('./sign-in-note.tsx')).SignInNote)
export const OfflineBar = inProgramOnly(async () => (await import('./offline-bar.tsx')).OfflineBar)
export const BackupNeedsLine = inProgramOnly(
  async () => (await import('./backup-needs-line.tsx')).BackupNeedsLine,
)

export const UnreadNote = inProgramOnly(async () => (await import('./unread-note.tsx')).UnreadNote)

function inProgramOnly<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Loaded = lazy(async () => ({ default: await load() }))
  return (props) =>
    inProgram() && (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
}
