import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { workText } from './entries-text.tsx'

interface SelectionBarProps {
  /** How many of the shown entries are picked, and how many are shown. */
  selected: number
  shown: number
  onSelectAll: (isPicked: boolean) => void
  onDelete: () => void
}

/** Picks all entries of the page, and says what can be done with those that are picked. */
export function SelectionBar({ selected, shown, onSelectAll, onDelete }: SelectionBarProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && selected < shown
  }, [selected, shown])
  const n = formatNumber(selected)
  return (
    <div className="row pickbar">
      <label className="pickbar__all">
        <input
          type="checkbox"
          ref={box}
          checked={selected > 0 && selected === shown}
          disabled={shown === 0}
          onChange={({ target }) => onSelectAll(target.checked)}
        />
        {workText('pick.all')}
      </label>
      <span role="status">{selected > 0 && workText('pick.count', { n })}</span>
      {selected > 0 && (
        <>
          <Button small look="danger" icon="trash" onClick={onDelete}>
            {workText('pick.delete', { n })}
          </Button>
          <Button small look="quiet" onClick={() => onSelectAll(false)}>
            {workText('pick.none')}
          </Button>
        </>
      )}
    </div>
  )
}
