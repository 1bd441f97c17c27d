import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { t } from './t.ts'

const drawing = {
  viewBox: '0 0 120 90',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 3,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** Drawing for an empty state. */
export const lotus = (
  <svg {...drawing} aria-hidden="true">
    <path d="M60 34c-14-9-28-10-46-7v46c18-3 32-2 46 7 14-9 28-10 46-7V27c-18-3-32-2-46 7zM60 34v46" />
    <path
      d="M60 24c-6-5-6-13 0-20 6 7 6 15 0 20zM60 24c-8 0-14-4-17-11 8-1 14 3 17 11zM60 24c8 0 14-4 17-11-8-1-14 3-17 11z"
      fill="currentColor"
      stroke="none"
    />
  </svg>
)

/** Drawing for a failed load. */
export const tornThread = (
  <svg {...drawing} aria-hidden="true">
    <path d="M14 64c14-8 26 8 40 0M72 64c12 6 22-6 34 0" />
    <path d="M54 64 46 40M66 64l8-24" strokeDasharray="5 6" />
    <path d="M30 40h18a12 12 0 0 0-2-24 18 18 0 0 0-34 6 9 9 0 0 0 2 18h4M76 40h22a9 9 0 0 0 2-18 18 18 0 0 0-30-9" />
  </svg>
)

/** A message in Bengali, and the English that the specification quotes for it. */
export interface StateMessage {
  bn: string
  en?: string | null
}

const english = (en: string | null | undefined) =>
  en && (
    <span className="vh" lang="en">
      {en}
    </span>
  )

/** Loading state, announced politely. */
export function LoadingBox({ bn, en }: StateMessage) {
  return (
    <div className="state" role="status">
      <span className="spin" aria-hidden="true" />
      <p>
        {bn}
        {english(en)}
      </p>
    </div>
  )
}

const messageText = ({ bn, en }: StateMessage) => (
  <p>
    <span className="state__t">{bn}</span>
    {english(en)}
  </p>
)

/** Empty state, or that a search found nothing. Announced politely. */
export function EmptyBox({ children, ...message }: StateMessage & { children?: ReactNode }) {
  return (
    <div className="state">
      {lotus}
      <div role="status">{messageText(message)}</div>
      {children}
    </div>
  )
}

interface ErrorBoxProps extends StateMessage {
  /** Loads again. */
  onRetry: () => unknown
  /** Replaces the button for `onRetry`. */
  children?: ReactNode
}

/** Error state, with a way to load again. */
export function ErrorBox({ onRetry, children, ...message }: ErrorBoxProps) {
  return (
    <div className="state state--error" role="alert">
      {tornThread}
      {messageText(message)}
      {children ?? (
        <button className="btn" type="button" onClick={onRetry}>
          <Icon name="retry" /> {t('error.retry')}
        </button>
      )}
    </div>
  )
}
