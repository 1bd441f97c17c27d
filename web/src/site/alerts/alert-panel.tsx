import { CLASS_NAMES } from '@bidyaloy/shared/school/classes'
import { formatClasses } from '@bidyaloy/shared/school/format-classes'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useKinds } from '../../collections/kind-facts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type TextKey, t } from '../pages/t.ts'
import {
  type AlertChoice,
  renewSubscription,
  storedChoice,
  subscribe,
  unsubscribe,
} from './alert-subscription.ts'
import '../../styles/results.css'

export { subscribe }

interface AlertPanelProps {
  /** Whether the visitor has subscribed just now. */
  isNew: boolean
  onMessage: (message: TextKey) => void
  onStopped: () => void
}

/** What this browser is told of: kinds and classes as chips, and a button that stops it. */
export function AlertPanel({ isNew, onMessage, onStopped }: AlertPanelProps) {
  const kinds = useKinds('notices')
  const [choice, setChoice] = useState<AlertChoice>(
    () => storedChoice() ?? { kinds: [], classes: [] },
  )
  const [isOpen, setOpen] = useState(isNew)
  const opener = useRef<HTMLButtonElement>(null)
  const save = useSave({
    done: () => onMessage('alerts.saved'),
    failed: () => onMessage('alerts.failed'),
  })
  useEffect(() => {
    // The button that had the focus is gone.
    if (isNew) opener.current?.focus()
    else renewSubscription().catch(() => null)
  }, [isNew])
  const change = (changed: AlertChoice) => {
    setChoice(changed)
    save(changed)
  }
  const stop = () => unsubscribe().then(onStopped, () => onMessage('alerts.failed'))
  return (
    <>
      <div className="row">
        <button
          ref={opener}
          className="btn"
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="bell" /> {t('alerts.on')} <Icon name="down" />
        </button>
        <button className="btn" type="button" onClick={stop}>
          <Icon name="close" /> {t('alerts.stop')}
        </button>
      </div>
      {isOpen && (
        <div className="card stack stack--4">
          <p>{t('alerts.all')}</p>
          <ChipGroup label={t('alerts.classes')}>
            {CLASS_NAMES.map((name) => (
              <Chip
                key={name}
                label={formatClasses([name])}
                isChosen={choice.classes.includes(name)}
                onClick={() => change({ ...choice, classes: toggled(choice.classes, name) })}
              />
            ))}
          </ChipGroup>
          <ChipGroup label={t('alerts.kinds')}>
            {kinds.map(({ id, name }) => (
              <Chip
                key={id}
                label={name}
                isChosen={choice.kinds.includes(id)}
                onClick={() => change({ ...choice, kinds: toggled(choice.kinds, id) })}
              />
            ))}
          </ChipGroup>
        </div>
      )}
    </>
  )
}

function ChipGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="chipset">
      <legend>{label}</legend>
      <div className="chips">{children}</div>
    </fieldset>
  )
}

interface ChipProps {
  label: string
  isChosen: boolean
  onClick: () => void
}

function Chip({ label, isChosen, onClick }: ChipProps) {
  return (
    <button className="chip" type="button" aria-pressed={isChosen} onClick={onClick}>
      {label}
    </button>
  )
}

function toggled<T>(list: readonly T[], item: T): T[] {
  return list.includes(item) ? list.filter((one) => one !== item) : [...list, item]
}

/** Returns a function that saves one choice after another, and only the latest of those that wait. */
function useSave({ done, failed }: { done: () => void; failed: () => void }) {
  const queue = useRef<{ isSaving: boolean; next?: AlertChoice | undefined }>({ isSaving: false })
  return async (choice: AlertChoice) => {
    const { current } = queue
    current.next = choice
    if (current.isSaving) return
    current.isSaving = true
    try {
      for (let next: AlertChoice | undefined = choice; next; next = current.next) {
        current.next = undefined
        await subscribe(next)
      }
      done()
    } catch {
      failed()
    } finally {
      current.isSaving = false
    }
  }
}
