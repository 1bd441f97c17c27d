import { translator } from '@bidyaloy/shared/copy/translate'
import { MAX_ADDRESS, ownPath } from '@bidyaloy/shared/features/verify/address'
import { verifyCopy } from '@bidyaloy/shared/features/verify/copy'
import { pages, verifyHref } from '@bidyaloy/shared/features/verify/paths'
import { type FormEvent, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { SCRIPTED_LINK } from '../../site/page-data.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSiteUrl } from '../../ui/page-context.ts'

const t = translator(verifyCopy)

/** Why nothing was compared. */
export type Refusal = 'large' | 'busy' | 'damaged' | 'malformed' | 'nothing'

/** The file is in memory as a whole while it is hashed. */
const MAX_BYTES = 200 * 1024 * 1024

/** Without HTTPS browsers have no `crypto.subtle`: the file is sent. */
const canHash = () => globalThis.crypto?.subtle !== undefined
const unchanging = () => () => undefined

/** Asks for an address or a file. Without script it is sent, and the answer is a page. */
export function VerifyForm({ refused }: { refused: Refusal | undefined }) {
  const siteUrl = useSiteUrl()
  const navigate = useNavigate()
  const isLocal = useSyncExternalStore(unchanging, canHash, () => false)
  const [state, setState] = useState<Refusal | 'hashing' | undefined>(refused)
  const id = useId()
  const address = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const host = siteUrl ? new URL(siteUrl).host : ''

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    const file = files.current?.files?.[0]
    if (file && !isLocal) return
    event.preventDefault()
    const typed = address.current?.value.trim()
    if (file) {
      setState(file.size > MAX_BYTES ? 'large' : 'hashing')
      if (file.size > MAX_BYTES) return
      try {
        const sha256 = await hashOf(file)
        void navigate(`${pages.verify}?sha256=${sha256}`)
      } catch {
        // It was changed or removed meanwhile.
        setState('damaged')
      }
    } else if (typed) {
      // Without its host where it is this site's, so that the link of the answer works everywhere.
      void navigate(verifyHref(ownPath(typed, [host, location.host]) ?? typed))
    } else {
      setState('nothing')
      address.current?.focus()
    }
  }

  return (
    <form
      className="siteform"
      action={pages.verify}
      method="post"
      encType="multipart/form-data"
      onSubmit={onSubmit}
    >
      <div className="siteform__field">
        <label htmlFor={`${id}-address`}>{t('verify.address')}</label>
        <p className="siteform__hint" id={`${id}-address-hint`}>
          {t('verify.address.hint', { example: `${host || 'school.edu.bd'}/n/7k2` })}
        </p>
        <input
          className="input"
          id={`${id}-address`}
          ref={address}
          name="address"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={MAX_ADDRESS}
          aria-describedby={`${id}-address-hint ${id}-state`}
        />
      </div>
      <p className="verifyor">{t('verify.or')}</p>
      <div className="siteform__field">
        <label htmlFor={`${id}-file`}>{t('verify.file')}</label>
        <p className="siteform__hint" id={`${id}-file-hint`}>
          {t(isLocal ? 'verify.file.local' : 'verify.file.sent')}
        </p>
        <input
          className="input"
          id={`${id}-file`}
          ref={files}
          name="file"
          type="file"
          aria-describedby={`${id}-file-hint`}
        />
      </div>
      <p className="siteform__wrong" id={`${id}-state`} role="status">
        {state && t(`verify.${state}`)}
      </p>
      {/* A click waits until the script has loaded, so that the file stays on the phone. */}
      <button className="btn btn--primary" type="submit" {...{ [SCRIPTED_LINK]: '' }}>
        <Icon name="shield" /> {t('verify.submit')}
      </button>
    </form>
  )
}

/** Returns the SHA-256 of a file as hexadecimal digits. */
async function hashOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
