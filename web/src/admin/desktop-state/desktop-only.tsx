import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { inDesktopApp } from '../api/in-desktop-app.ts'

/*
 * What the desktop app adds to the dashboard. In a browser these render nothing, and their chunk is
 * never loaded.
 */

type StatusBars = typeof import('./status-bars.tsx')

export const StatusPill = desktopOnly((bars) => bars.StatusPill)
export const SignInNote = desktopOnly((bars) => bars.SignInNote)
export const OfflineBar = desktopOnly((bars) => bars.OfflineBar)
export const BackupOfflineNote = desktopOnly((bars) => bars.BackupOfflineNote)
export const UnreadNote = desktopOnly((bars) => bars.UnreadNote)

const LoadedOnlineGate = desktopOnly((bars) => bars.OnlineGate)

interface OnlineGateProps {
  /** Shown instead while the desktop app has no connection. */
  offline: string
  children: ReactNode
}

/** What works only with a connection, also in the desktop app. */
export function OnlineGate({ offline, children }: OnlineGateProps) {
  if (!inDesktopApp()) return children
  return <LoadedOnlineGate offline={offline}>{children}</LoadedOnlineGate>
}

function desktopOnly<Props extends object>(
  pick: (bars: StatusBars) => ComponentType<Props>,
): (props: Props) => ReactNode {
  const Loaded = lazy(async () => ({ default: pick(await import('./status-bars.tsx')) }))
  return (props) =>
    inDesktopApp() && (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
}
