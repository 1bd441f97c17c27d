import type { Entry } from '@bidyaloy/shared/collections/entry'
import { useEffect, useState } from 'react'
import { fileHref } from '../../collections/file-facts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { siteText as t } from '../../ui/site-text.ts'
import { useSiteUrl } from '../site-url.ts'

/** What one does with a paper: keep it, print it, send it on. */
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
      {url && <ScriptedButtons title={entry.title} url={url} />}
      {url && (
        <>
          <NewTabLink
            className="btn"
            href={`https://wa.me/?text=${encodeURIComponent(`${entry.title}\n${url}`)}`}
          >
            {t('share.whatsapp')}
          </NewTabLink>
          <NewTabLink
            className="btn"
            href={`https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`}
          >
            {t('share.facebook')}
          </NewTabLink>
        </>
      )}
    </div>
  )
}

/** What only a script can do; not there before it runs. */
function ScriptedButtons({ title, url }: { title: string; url: string }) {
  const [can, setCan] = useState<{ share: boolean; copy: boolean } | null>(null)
  const [copied, setCopied] = useState(false)
  // Not every browser has both, and over plain http none has either.
  useEffect(() => setCan({ share: 'share' in navigator, copy: 'clipboard' in navigator }), [])
  if (!can) return null
  const share = () => navigator.share({ title, url }).catch(() => null)
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <button className="btn" type="button" onClick={printWhole}>
        <Icon name="print" /> {t('site.print')}
      </button>
      {can.share && (
        <button className="btn" type="button" onClick={share}>
          <Icon name="share" /> {t('share.send')}
        </button>
      )}
      {can.copy && (
        <button className="btn" type="button" onClick={copy}>
          <Icon name={copied ? 'check' : 'share'} /> {t(copied ? 'share.copied' : 'share.copy')}
        </button>
      )}
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
