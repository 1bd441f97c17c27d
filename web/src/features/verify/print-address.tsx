import { translator } from '@bidyaloy/shared/copy/translate'
import { verifyCopy } from '@bidyaloy/shared/features/verify/copy'
import { pages } from '@bidyaloy/shared/features/verify/paths'
import { useEffect, useRef } from 'react'
import { useSiteUrl } from '../../ui/page-context.ts'
import { qrMarkup } from '../../ui/qr-code.tsx'
import './print-address.css'

const t = translator(verifyCopy)

const CODE_ID = 'print-qr'

interface PrintAddressProps {
  /** Address of the page, on this site. */
  path: string
  /** The first of a page draws the code, which the others repeat. */
  isFirst?: boolean
}

/** Footer of printed pages: the address, and its QR code. */
export function PrintAddress({ path, isFirst = true }: PrintAddressProps) {
  const siteUrl = useSiteUrl()
  if (!siteUrl) return null
  const bare = (siteUrl + path).replace(/^https?:\/\//, '')
  const check = (siteUrl + pages.verify).replace(/^https?:\/\//, '')
  return (
    <div className="printfoot" aria-hidden="true">
      {isFirst ? (
        <Code text={siteUrl + encodeURI(path)} />
      ) : (
        <svg className="printfoot__code" aria-hidden="true">
          <use href={`#${CODE_ID}`} />
        </svg>
      )}
      <p>
        <b lang="en">{bare}</b>
        <br />
        {t('verify.print', { address: check })}
      </p>
    </div>
  )
}

/**
 * The server draws the code and hydration keeps it: the browser's script cannot draw codes. After a
 * navigation without reload, it imports what draws them.
 */
function Code({ text }: { text: string }) {
  const box = useRef<HTMLSpanElement>(null)
  const __html = import.meta.env.SSR ? qrMarkup(text, CODE_ID) : ''
  useEffect(() => {
    const element = box.current
    if (!element || element.dataset.code === text) return
    if (element.firstChild && element.dataset.code === undefined) {
      element.dataset.code = text
      return
    }
    let isCurrent = true
    const drawCode = ({ qrMarkup: draw }: { qrMarkup: typeof qrMarkup }) => {
      if (!isCurrent) return
      element.innerHTML = draw(text, CODE_ID)
      element.dataset.code = text
    }
    // Without a connection, the paper carries the address only.
    import('../../ui/qr-code.tsx').then(drawCode, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [text])
  return (
    <span
      className="printfoot__code"
      ref={box}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made of numbers by `qrMarkup`
      dangerouslySetInnerHTML={{ __html }}
    />
  )
}
