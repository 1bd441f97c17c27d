import type { MouseEvent, ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { photoHref } from '../photo-address.ts'

/** What the history says of a photo that was opened from its grid. */
const FROM_GRID = 'grid'

/** Whether closing a photo is going back: it was opened from its grid. */
export function isFromGrid(state: unknown): boolean {
  return state === FROM_GRID
}

interface PhotoAnchorProps {
  id: string
  className: string
  label?: string
  children: ReactNode
}

/**
 * A link to a photo over its gallery. From the grid it makes one entry of the history; from photo to
 * photo it replaces it, so that Back closes, however many photos were looked at.
 */
export function PhotoAnchor({ id, className, label, children }: PhotoAnchorProps) {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const turns = search.includes(photoHref('').slice(1))
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(photoHref(id), {
      preventScrollReset: true,
      replace: turns,
      state: turns ? state : FROM_GRID,
    })
  }
  return (
    <a className={className} href={photoHref(id)} aria-label={label} onClick={open}>
      {children}
    </a>
  )
}
