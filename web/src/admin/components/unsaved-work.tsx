import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useBlocker, useLocation, useNavigate } from 'react-router-dom'
import { dialogs } from '../../ui/dialog.tsx'
import { type TextKey, t } from '../t.ts'
import { ConfirmDialog } from './dialogs.tsx'

interface UnsavedWork {
  /** @param loss text of what would be lost by leaving; null if nothing */
  mark(id: string, loss: TextKey | null): void
  /** Calls `leave`, after a confirmation if work would be lost. */
  beforeLeaving(leave: () => void): void
}

const UnsavedWorkContext = createContext<UnsavedWork | null>(null)

/** Asks before the user leaves a page with unsaved work. */
export function UnsavedWorkProvider({ children }: { children: ReactNode }) {
  const unsaved = useRef(new Map<string, TextKey>())
  const [leave, setLeave] = useState<{ go: () => void } | null>(null)
  /** Whether the blocked navigation is Back over an open dialog. */
  const overDialog = useRef(false)
  /** Whether the dialog below is about a navigation, which another navigation would cancel. */
  const asking = useRef(false)
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    overDialog.current = historyAction === 'POP' && dialogs.isOpen()
    asking.current =
      !overDialog.current &&
      unsaved.current.size > 0 &&
      currentLocation.pathname !== nextLocation.pathname
    return overDialog.current || asking.current
  })
  useEntryBeforeDialogs(asking)
  useEffect(() => {
    if (blocker.state !== 'blocked' || !overDialog.current) return
    overDialog.current = false
    blocker.reset()
    dialogs.closeTop()
  }, [blocker])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unsaved.current.size > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  const [guard] = useState<UnsavedWork>(() => ({
    mark: (id, loss) => {
      if (loss) unsaved.current.set(id, loss)
      else unsaved.current.delete(id)
    },
    beforeLeaving: (go) => {
      if (unsaved.current.size > 0) setLeave({ go })
      else go()
    },
  }))
  const stay = () => {
    asking.current = false
    setLeave(null)
    blocker.reset?.()
  }
  const go = () => {
    asking.current = false
    unsaved.current.clear()
    setLeave(null)
    leave?.go()
    blocker.proceed?.()
  }
  return (
    <UnsavedWorkContext value={guard}>
      {children}
      {(leave || (blocker.state === 'blocked' && !overDialog.current)) && (
        <ConfirmDialog
          title={t('admin.unsaved.title')}
          yes={{ look: 'danger', label: t('admin.unsaved.leave') }}
          no={t('admin.unsaved.stay')}
          onYes={go}
          onClose={stay}
        >
          {[...new Set(unsaved.current.values())].map((loss) => (
            <p key={loss}>{t(loss)}</p>
          ))}
        </ConfirmDialog>
      )}
    </UnsavedWorkContext>
  )
}

/**
 * Lets Back close a dialog on the first entry of the history, from where it would leave the document
 * before the router can block it: pushes the same location again when a dialog opens.
 */
function useEntryBeforeDialogs(asking: RefObject<boolean>): void {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(
    () =>
      dialogs.onOpen(() => {
        const isFirst = window.history.state?.idx === 0
        if (isFirst && !asking.current)
          void navigate({ pathname, search, hash }, { preventScrollReset: true })
      }),
    [asking, navigate, pathname, search, hash],
  )
}

function useUnsavedWorkContext(): UnsavedWork {
  const unsavedWork = useContext(UnsavedWorkContext)
  if (!unsavedWork) throw new Error('No UnsavedWorkProvider above this component')
  return unsavedWork
}

/** Asks before leaving while `isUnsaved`. @param loss text of what would be lost */
export function useUnsavedWork(isUnsaved: boolean, loss: TextKey = 'admin.unsaved.file'): void {
  const { mark } = useUnsavedWorkContext()
  const id = useId()
  useEffect(() => {
    mark(id, isUnsaved ? loss : null)
    return () => mark(id, null)
  }, [mark, id, isUnsaved, loss])
}

/** Confirms leaving without a navigation, such as signing out. */
export function useBeforeLeaving(): UnsavedWork['beforeLeaving'] {
  return useUnsavedWorkContext().beforeLeaving
}
