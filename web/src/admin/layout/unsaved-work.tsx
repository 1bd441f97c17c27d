import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { adminText } from '../admin-text.tsx'

interface UnsavedWork {
  mark(id: string, unsaved: boolean): void
  /** Calls `leave`, first asking where something would be lost. */
  beforeLeaving(leave: () => void): void
}

const UnsavedWorkContext = createContext<UnsavedWork | null>(null)

/** Guards work that would be lost by leaving the page. */
export function UnsavedWorkProvider({ children }: { children: ReactNode }) {
  const unsaved = useRef(new Set<string>())
  const [leave, setLeave] = useState<{ go: () => void } | null>(null)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.current.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unsaved.current.size > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  const [guard] = useState<UnsavedWork>(() => ({
    mark: (id, isUnsaved) => {
      if (isUnsaved) unsaved.current.add(id)
      else unsaved.current.delete(id)
    },
    beforeLeaving: (go) => {
      if (unsaved.current.size > 0) setLeave({ go })
      else go()
    },
  }))
  const stay = () => {
    setLeave(null)
    blocker.reset?.()
  }
  const go = () => {
    unsaved.current.clear()
    setLeave(null)
    leave?.go()
    blocker.proceed?.()
  }
  return (
    <UnsavedWorkContext value={guard}>
      {children}
      {(leave || blocker.state === 'blocked') && (
        <Dialog title={adminText('admin.unsaved.title')} onClose={stay}>
          <div className="dialog__b">
            <p>{adminText('admin.unsaved.file')}</p>
          </div>
          <div className="dialog__f">
            <Button onClick={stay}>{adminText('admin.unsaved.stay')}</Button>
            <Button look="danger" onClick={go}>
              {adminText('admin.unsaved.leave')}
            </Button>
          </div>
        </Dialog>
      )}
    </UnsavedWorkContext>
  )
}

function useGuard(): UnsavedWork {
  const guard = useContext(UnsavedWorkContext)
  if (!guard) throw new Error('No UnsavedWorkProvider above this component')
  return guard
}

/** Says that leaving now would lose something that no draft keeps. */
export function useUnsavedWork(isUnsaved: boolean): void {
  const guard = useGuard()
  const id = useId()
  useEffect(() => {
    guard.mark(id, isUnsaved)
    return () => guard.mark(id, false)
  }, [guard, id, isUnsaved])
}

/** For ways out that are no navigation: signing out. */
export function useBeforeLeaving(): UnsavedWork['beforeLeaving'] {
  return useGuard().beforeLeaving
}
