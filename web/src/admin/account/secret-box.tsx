import { accountCopy } from '@bidyaloy/shared/copy/account-copy'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(accountCopy)

interface SecretBoxProps {
  title: string
  /** Shown once; the page stores it nowhere. */
  secret: string
  /** What to do with it. */
  children: ReactNode
  onClose: () => void
}

/** Shows a generated password until it is written down. Takes the focus, so that it is not missed. */
export function SecretBox({ title, secret, children, onClose }: SecretBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => box.current?.focus(), [])
  return (
    <section className="secret" tabIndex={-1} ref={box} aria-label={title}>
      <p>
        <b>{title}।</b> {children}
      </p>
      <output lang="en">{secret}</output>
      <div className="row">
        <Button icon="file" onClick={() => setIsCopied(copyText(secret))}>
          {t('secret.copy')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('secret.written')}
        </Button>
        <span role="status">{isCopied && t('secret.copied')}</span>
      </div>
    </section>
  )
}
