import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { workText } from './entries-text.tsx'

interface PickedBarProps {
  /** How many of the shown entries are picked, and how many are shown. */
  picked: number
  shown: number
  onPickAll: (isPicked: boolean) => void
  onDelete: () => void
}

/** Picks all entries of the page, and says what can be done with those that are picked. */
export function PickedBar({ picked, shown, onPickAll, onDelete }: PickedBarProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = picked > 0 && picked < shown
  }, [picked, shown])
  const n = formatNumber(picked)
  return (
    <div className="row pickbar">
      <label className="pickbar__all">
        <input
          type="checkbox"
          ref={box}
          checked={picked > 0 && picked === shown}
          disabled={shown === 0}
          onChange={({ target }) => onPickAll(target.checked)}
        />
        {workText('pick.all')}
      </label>
      <span role="status">{picked > 0 && workText('pick.count', { n })}</span>
      {picked > 0 && (
        <>
          <Button small look="danger" icon="trash" onClick={onDelete}>
            {workText('pick.delete', { n })}
          </Button>
          <Button small look="quiet" onClick={() => onPickAll(false)}>
            {workText('pick.none')}
          </Button>
        </>
      )}
    </div>
  )
}
