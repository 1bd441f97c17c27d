import { CONTACT_FIELDS } from '@bidyaloy/shared/school/contact-fields'
import { useQuery } from '@tanstack/react-query'
import { contactQuery } from '../../school/school-queries.ts'
import { siteText } from '../../ui/site-text.ts'
import { useAdminApi } from '../api/admin-api.ts'
import { ScreenHead } from '../layout/screen-head.tsx'
import { PublishedSection } from './published-section.tsx'
import { RecordBox } from './record-box.tsx'

const texts = {
  loading: 'public.contact.loading',
  error: 'public.contact.error',
  empty: 'public.contact.empty',
} as const

/** The contact record as visitors read it. */
export function ContactScreen() {
  const query = useQuery(contactQuery(useAdminApi()))
  return (
    <>
      <ScreenHead title={siteText('public.contact.title')} />
      <PublishedSection title="admin.published" page="/contact_us">
        <RecordBox query={query} texts={texts}>
          {(contact) => (
            <dl className="defgrid defgrid--3">
              {CONTACT_FIELDS.map((field) => (
                <div key={field}>
                  <dt>{siteText(`contact.field.${field}`)}</dt>
                  <dd>{contact[field]}</dd>
                </div>
              ))}
            </dl>
          )}
        </RecordBox>
      </PublishedSection>
    </>
  )
}
