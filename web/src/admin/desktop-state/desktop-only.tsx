import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { inDesktopApp } from '../api/in-desktop-app.ts'

/*
 * The places of the dashboard where the desktop program adds something. In a browser they stay
 * empty, and what belongs there is never fetched.
 */

export const StatusPill = desktopOnly(async () => (await import('./status-bars.tsx')).StatusPill)
export const SignInNote = desktopOnly(async () => (await import('./status-bars.tsx')).SignInNote)
export const OfflineBar = desktopOnly(async () => (await import('./status-bars.tsx')).OfflineBar)
export const BackupNeedsLine = desktopOnly(
  async () => (await import('./status-bars.tsx')).BackupNeedsLine,
)

export const UnreadNote = desktopOnly(async () => (await import('./status-bars.tsx')).UnreadNote)

function desktopOnly<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Loaded = lazy(async () => ({ default: await load() }))
  return (props) =>
    inDesktopApp() && (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
}
