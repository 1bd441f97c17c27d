import type { Entry } from '@bidyaloy/shared/collections/entry'
import { useState } from 'react'
import { fileHref } from '../../collections/file-facts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NewTabLink, whatsappHref } from '../../ui/new-tab-link.tsx'
import { t } from '../../ui/t.ts'
import { useSiteUrl } from '../site-url.ts'
import { sheetsOf } from './document-viewer.tsx'

/**
 * What one does with a paper: keep it, print it, send it on. What needs a script has its place from
 * the first paint on where there is one (see `appearance-script.ts`): nothing under it ever moves.
 */
export function ShareBar({ entry, path }: { entry: Entry; path: string }) {
  const href = fileHref(entry)
  const siteUrl = useSiteUrl()
  const url = siteUrl && siteUrl + path
  return (
    <div className="sharebar">
      {href && (
        <NewTabLink className="btn btn--primary" href={href}>
          <Icon name="download" /> {t('list.col.download')}
        </NewTabLink>
      )}
      <SendLink label={t('share.whatsapp')} href={url && whatsappHref(entry.title, url)} />
      {/* What it opens stands beside it, in a row of its own: nothing in this row moves. */}
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
        {sheetsOf(entry).length > 0 && (
          <button className="btn" type="button" data-needs="script" onClick={printWhole}>
            <Icon name="print" /> {t('site.print')}
          </button>
        )}
        <ScriptedButtons title={entry.title} url={url} />
      </div>
    </div>
  )
}

/** While nobody knows the site's address it leads nowhere and only keeps its place. */
function SendLink({ label, href }: { label: string; href: string | undefined }) {
  if (href) {
    return (
      <NewTabLink className="btn" href={href}>
        {label}
      </NewTabLink>
    )
  }
  return (
    <span className="btn" data-needs="script" aria-hidden="true">
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

/** Prints once every picture is there, those too that would only come when scrolled to. */
async function printWhole(): Promise<void> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('main img')]
  for (const picture of pictures) picture.loading = 'eager'
  await Promise.allSettled(pictures.map((picture) => picture.decode()))
  window.print()
}
