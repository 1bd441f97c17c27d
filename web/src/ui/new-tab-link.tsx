import type { ComponentPropsWithoutRef } from 'react'
import { t } from './t.ts'

/** Whether a link leaves this site and opens a new tab. */
export function isExternal(href: string): boolean {
  return /^https?:/i.test(href)
}

/** Returns a link that shares `title` and `url` through WhatsApp. */
export function whatsappHref(title: string, url: string): string {
  return `https://wa.me/?text=${encodeURIComponent(`${title}\n${url}`)}`
}

/** A link that opens a new tab, announced to screen readers. */
export function NewTabLink({ children, ...link }: ComponentPropsWithoutRef<'a'>) {
  return (
    <a {...link} target="_blank" rel="noopener">
      {children}
      <span className="vh"> ({t('a11y.newTab')})</span>
    </a>
  )
}
