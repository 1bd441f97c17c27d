import { phoneNumbers } from '@bidyaloy/shared/school/phone-numbers'
import { Fragment } from 'react'
import { Icon } from '../ui/icon.tsx'
import { t } from '../ui/t.ts'

interface PhoneLinksProps {
  typed: string
  icon?: boolean
  /** Whose numbers they are, for screen readers. */
  of?: string
}

/** The numbers of a phone field as links that dial them. Parts without a number stay text. */
export function PhoneLinks({ typed, icon = false, of }: PhoneLinksProps) {
  return phoneNumbers(typed).map(({ text, dial }) =>
    dial ? (
      <a className="phone" key={text} href={`tel:${dial}`}>
        {icon && <Icon name="phone" />} {of && <span className="vh">{of}: </span>}
        {text}
      </a>
    ) : (
      <span className="phone" key={text}>
        {text}
      </span>
    ),
  )
}

/** A button for each number that can be dialled. */
export function CallButtons({ typed, look = '' }: { typed: string; look?: 'btn--primary' | '' }) {
  return phoneNumbers(typed)
    .filter(({ dial }) => dial !== null)
    .map(({ text, dial }) => (
      <a className={`btn ${look}`.trim()} key={text} href={`tel:${dial}`}>
        <Icon name="phone" /> {t('public.contact.call')}: {text}
      </a>
    ))
}

/** An e-mail or web address that may break after `@`, slashes and dots. */
export function BreakableAddress({ text }: { text: string }) {
  return (
    <span>
      {[...text.matchAll(/[^@/.]*[@/.]+|[^@/.]+/g)].map(({ 0: part, index }) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
