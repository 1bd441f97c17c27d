import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entryAddress, type PagedCollection } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useRef, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { smsSize } from '../../lib/sms-size.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { BengaliTextArea } from '../form/fields.tsx'
import { withCopy } from '../t.ts'
import { useSiteOrigin } from './site-origin.ts'

const t = withCopy(entriesCopy)

/** Ten messages. */
const MAX_LENGTH = 670

/**
 * The text of a message about an entry, with its size in messages. It is sent by the phone's own app,
 * so no number comes here.
 */
export function SmsText({ title, url }: { title: string; url: string }) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isCopied, setIsCopied] = useState<boolean | null>(null)
  // Phones recognise addresses without a scheme, and each letter counts.
  const text = typed ?? `${title}\n${url.replace(/^https?:\/\//, '')}`
  const { units, messages, alone, each } = smsSize(text)
  const figures = { alone: formatNumber(alone), each: formatNumber(each) }
  return (
    <div className="stack stack--3">
      <BengaliTextArea
        label={t('sms.text')}
        hint={
          <>
            {t('sms.size', { units: formatNumber(units), n: formatNumber(messages) })} (
            {t('sms.limits', figures)})
          </>
        }
        rows={3}
        maxLength={MAX_LENGTH}
        value={text}
        onChange={({ target }) => {
          setTyped(target.value)
          setIsCopied(null)
        }}
      />
      <div className="row">
        <Button icon="file" onClick={() => setIsCopied(copyText(text))}>
          {t('sms.copy')}
        </Button>
        {/* The desktop app opens no such links: computers send no messages. */}
        {!inDesktopApp() && (
          <a className="btn" href={`sms:?body=${encodeURIComponent(text)}`}>
            <Icon name="phone" /> {t('sms.open')}
          </a>
        )}
        <span role="status">
          {isCopied !== null && t(isCopied ? 'published.copied' : 'published.copyFailed')}
        </span>
      </div>
      <p className="hint">{t('sms.numbers')}</p>
    </div>
  )
}

interface SmsDialogProps {
  collection: PagedCollection
  entry: Entry
  onClose: () => void
}

/** The text of a message about an entry of the list. */
export function SmsDialog({ collection, entry, onClose }: SmsDialogProps) {
  const close = useRef<HTMLButtonElement>(null)
  const origin = useSiteOrigin()
  return (
    <Dialog title={t('sms.title')} onClose={onClose} focus={close}>
      <div className="dialog__b">
        {origin && <SmsText title={entry.title} url={origin + entryAddress(collection, entry)} />}
      </div>
      <div className="dialog__f">
        <Button onClick={onClose} ref={close}>
          {t('pad.close')}
        </Button>
      </div>
    </Dialog>
  )
}
