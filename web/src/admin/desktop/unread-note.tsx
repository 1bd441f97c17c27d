import { Alert } from '../../ui/alert.tsx'
import { desktopAppText } from './desktop-app-text.tsx'
import { useDesktopState } from './use-desktop-state.ts'

interface UnreadNoteProps {
  /** Address of the list, beginning with `/api/`. */
  list: string
}

/** Above a list that shows only what waits: what the server has of it was never read here. */
export function UnreadNote({ list }: UnreadNoteProps) {
  const state = useDesktopState()
  if (!state?.unread.includes(list)) return null
  return <Alert tone="warn">{desktopAppText('line.unread')}</Alert>
}
