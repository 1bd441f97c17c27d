import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { type TextKey, t } from './t.ts'

/** Drawn where there is nothing. */
export const lotus = (
  <svg
    viewBox="0 0 120 90"
    fill="none"
    stroke="currentColor"
    strokeWidth="3"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M60 34c-14-9-28-10-46-7v46c18-3 32-2 46 7 14-9 28-10 46-7V27c-18-3-32-2-46 7zM60 34v46" />
    <path
      d="M60 24c-6-5-6-13 0-20 6 7 6 15 0 20zM60 24c-8 0-14-4-17-11 8-1 14 3 17 11zM60 24c8 0 14-4 17-11-8-1-14 3-17 11z"
      fill="currentColor"
      stroke="none"
    />
  </svg>
)

/** Drawn where something did not come. */
export const tornThread = (
  <svg
    viewBox="0 0 120 90"
    fill="none"
    stroke="currentColor"
    strokeWidth="3"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M14 64c14-8 26 8 40 0M72 64c12 6 22-6 34 0" />
    <path d="M54 64 46 40M66 64l8-24" strokeDasharray="5 6" />
    <path d="M30 40h18a12 12 0 0 0-2-24 18 18 0 0 0-34 6 9 9 0 0 0 2 18h4M76 40h22a9 9 0 0 0 2-18 18 18 0 0 0-30-9" />
  </svg>
)

function StateText({ id }: { id: TextKey }) {
  const english = t.en(id)
  return (
    <>
      <span className="state__t">{t(id)}</span>
      {english !== null && (
        <span className="bi__en" lang="en">
          {english}
        </span>
      )}
    </>
  )
}

/** Shown while data travels; announced politely. */
export function LoadingBox({ id }: { id: TextKey }) {
  const english = t.en(id)
  return (
    <div className="state" role="status">
      <span className="spin" aria-hidden="true" />
      <p>
        {t(id)}
        {english !== null && (
          <span className="bi__en" lang="en">
            {english}
          </span>
        )}
      </p>
    </div>
  )
}

interface EmptyBoxProps {
  /** Says that there is nothing yet. */
  id: TextKey
  /** Says instead what was looked for in vain. */
  message?: string | null
  children?: ReactNode
}

/** Shown where there is nothing yet, or nothing that was looked for. */
export function EmptyBox({ id, message = null, children }: EmptyBoxProps) {
  return (
    <div className="state">
      {lotus}
      <p>
        {message === null ? <StateText id={id} /> : <span className="state__t">{message}</span>}
      </p>
      {children}
    </div>
  )
}

/** Shown where data did not come, with a way to ask again. */
export function ErrorBox({ id, onRetry }: { id: TextKey; onRetry?: () => void }) {
  return (
    <div className="state state--error" role="alert">
      {tornThread}
      <p>
        <StateText id={id} />
      </p>
      {onRetry && (
        <button className="btn" type="button" onClick={onRetry}>
          <Icon name="retry" /> {t('error.retry')}
        </button>
      )}
    </div>
  )
}
