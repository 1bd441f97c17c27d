import { padCopy } from '@bidyaloy/shared/copy/pad-copy'
import { pageCopy } from '@bidyaloy/shared/copy/page-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import type { Contact } from '@bidyaloy/shared/features/contact/contact'
import {
  CONTACT_FIELDS,
  type ContactField,
  postalLine,
  websiteUrl,
} from '@bidyaloy/shared/features/contact/contact-fields'
import { contactCopy } from '@bidyaloy/shared/features/contact/copy'
import { files } from '@bidyaloy/shared/features/contact/paths'
import { useQuery } from '@tanstack/react-query'
import { BreakableAddress, CallButtons, PhoneLinks } from '../../school/contact-links.tsx'
import { type MapPin, useMapPin } from '../../school/use-school.ts'
import { Page } from '../../site/page.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { contactQuery } from './queries.ts'
import '../../styles/facts.css'
import '../../styles/tables.css'

const t = translator(contactCopy, pageCopy, padCopy, siteCopy)

const stateTexts = {
  loading: t.pair('public.contact.loading'),
  error: t.pair('public.contact.error'),
  empty: t.pair('public.contact.empty'),
}

/** Address, telephone, e-mail and map of the school. */
export function ContactPage() {
  const query = useQuery(contactQuery(useReadApi()))
  return (
    <Page
      title={t('public.contact.title')}
      description={query.data ? addressAndPhone(query.data) : undefined}
      aboutSchool
    >
      <QueryState query={query} texts={stateTexts}>
        {(contact) =>
          contact && (
            <div className="stack">
              <AddressCard contact={contact} />
              <ContactTable contact={contact} />
            </div>
          )
        }
      </QueryState>
    </Page>
  )
}

const addressAndPhone = (contact: Contact) =>
  `${postalLine(contact)} · ${t('letterhead.phone', contact)}`

/** Returns the address of an external map: at the pin, or searching for the school. */
function mapHref({ schoolName, address, district }: Contact, pin: MapPin | null): string {
  if (pin) {
    const { latitude, longitude } = pin
    const marker = `mlat=${latitude}&mlon=${longitude}`
    return `https://www.openstreetmap.org/?${marker}#map=17/${latitude}/${longitude}`
  }
  const place = [schoolName, address, district].join(', ')
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`
}

function AddressCard({ contact }: { contact: Contact }) {
  const pin = useMapPin()
  return (
    <section className="card addresscard" aria-label={t('contact.field.address')}>
      <address>
        {contact.schoolName}
        <br />
        {postalLine(contact)}
      </address>
      <hr className="stitch" />
      <div className="row">
        <CallButtons typed={contact.phone} look="btn--primary" />
        <a className="btn" href={`mailto:${contact.email}`}>
          <Icon name="mail" /> {t('public.contact.mail')}
        </a>
        <NewTabLink className="btn" href={mapHref(contact, pin)}>
          <Icon name="pin" /> {t('public.contact.map')}
        </NewTabLink>
        <a className="btn" href={files.card} download>
          <Icon name="card" /> {t('public.contact.card')}
        </a>
      </div>
    </section>
  )
}

function ContactTable({ contact }: { contact: Contact }) {
  return (
    <div className="table-box">
      <table className="table table--def" role="table">
        <caption>
          <span className="vh">{t('public.contact.title')}</span>
        </caption>
        <tbody role="rowgroup">
          {CONTACT_FIELDS.map((field) => (
            <tr key={field} role="row">
              <th role="rowheader" scope="row">
                {t(`contact.field.${field}`)}
              </th>
              <td role="cell">
                <ContactValue field={field} value={contact[field]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ContactValue({ field, value }: { field: ContactField; value: string }) {
  if (field === 'phone') return <PhoneLinks typed={value} icon />
  const href = field === 'email' ? `mailto:${value}` : field === 'website' && websiteUrl(value)
  if (!href) return value
  return (
    <a href={href} lang="en">
      <Icon name={field === 'email' ? 'mail' : 'globe'} /> <BreakableAddress text={value} />
    </a>
  )
}
