import { posterHref, posterTitle } from '@bidyaloy/shared/features/qr/paths'
import { verifyHref } from '@bidyaloy/shared/features/verify/paths'
import { type ReactNode, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { NewTabLink, whatsappHref } from '../../ui/new-tab-link.tsx'
import { useSiteUrl } from '../../ui/page-context.ts'
import { t } from './t.ts'

interface ShareBarProps {
  title: string
  /** Address of the page. */
  path: string
  isPrintable?: boolean
  /** Buttons between the first one and «আরও». */
  children?: ReactNode
}

/**
 * Shares and prints an entry. Buttons that need a script take up their space from the
 * first paint on (`data-needs`, set in `renderer.tsx`), so nothing below them moves.
 */
export function ShareBar({ title, path, isPrintable = false, children }: ShareBarProps) {
  const siteUrl = useSiteUrl()
  const url = siteUrl && siteUrl + path
  return (
    <div className="sharebar">
      <SendLink
        className="btn btn--primary"
        href={url && whatsappHref(title, url)}
        label={
          <>
            <Icon name="whatsapp" /> {t('share.whatsapp')}
          </>
        }
      />
      {children}
      {/* Opens the row below it: nothing in this row moves. */}
      <details data-needs={url ? undefined : 'script'}>
        <summary className="btn">
          {t('share.more')} <Icon name="down" />
        </summary>
      </details>
      <div className="sharebar__more">
        <SendLink
          label={t('share.facebook')}
          href={url && `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`}
        />
        {isPrintable && (
          <button className="btn" type="button" data-needs="script" onClick={printWhole}>
            <Icon name="print" /> {t('site.print')}
          </button>
        )}
        <a className="btn" href={posterHref(path)}>
          <Icon name="print" /> {posterTitle}
        </a>
        <a className="btn" href={verifyHref(path)}>
          <Icon name="shield" /> {t('share.verify')}
        </a>
        <ScriptedButtons title={title} url={url} />
      </div>
    </div>
  )
}

interface SendLinkProps {
  label: ReactNode
  href: string | undefined
  className?: string
}

/** Without the site's address it is a placeholder of the same size. */
function SendLink({ label, href, className = 'btn' }: SendLinkProps) {
  if (href) {
    return (
      <NewTabLink className={className} href={href}>
        {label}
      </NewTabLink>
    )
  }
  return (
    <span className={className} data-needs="script" aria-hidden="true">
      {label}
    </span>
  )
}

function ScriptedButtons({ title, url }: { title: string; url: string | undefined }) {
  const [copied, setCopied] = useState(false)
  const share = () => navigator.share({ title, ...(url && { url }) }).catch(() => null)
  const copy = () =>
    navigator.clipboard.writeText(url ?? location.href).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <button className="btn" type="button" data-needs="share" onClick={share}>
        <Icon name="share" /> {t('share.send')}
      </button>
      <button className="btn" type="button" data-needs="copy" onClick={copy}>
        <Icon name={copied ? 'check' : 'share'} /> {t(copied ? 'share.copied' : 'share.copy')}
      </button>
      <span className="vh" role="status">
        {copied && t('share.copied')}
      </span>
    </>
  )
}

/** Prints when all pictures have loaded, including lazy ones. */
async function printWhole(): Promise<void> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('main img')]
  for (const picture of pictures) picture.loading = 'eager'
  await Promise.allSettled(pictures.map((picture) => picture.decode()))
  window.print()
}
