import type { ComponentPropsWithoutRef } from 'react'
import { t } from './t.ts'

/** Whether a link leaves this site, and so opens a tab of its own. */
export function isExternal(href: string): boolean {
  return /^https?:/i.test(href)
}

/** Opens WhatsApp with a message to send. @param url where its readers find what it is about */
export function whatsappHref(title: string, url: string): string {
  return `https://wa.me/?text=${encodeURIComponent(`${title}\n${url}`)}`
}

/** A link that opens a tab of its own and tells screen readers so. */
export function NewTabLink({ children, ...link }: ComponentPropsWithoutRef<'a'>) {
  return (
    <a {...link} target="_blank" rel="noopener">
      {children}
      <span className="vh"> ({t('a11y.newTab')})</span>
    </a>
  )
}
