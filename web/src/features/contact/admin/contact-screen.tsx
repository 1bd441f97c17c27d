import { contactAdminCopy } from '@bidyaloy/shared/features/contact/admin-copy'
import { type Contact, NewContact } from '@bidyaloy/shared/features/contact/contact'
import {
  CONTACT_FIELDS,
  type ContactField,
  NO_WEBSITE,
  statedSiteAddress,
} from '@bidyaloy/shared/features/contact/contact-fields'
import { contactCopy } from '@bidyaloy/shared/features/contact/copy'
import type { SiteSettings } from '@bidyaloy/shared/features/settings/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failureText } from '../../../admin/api/failure-text.ts'
import { inDesktopApp } from '../../../admin/api/in-desktop-app.ts'
import { useWriteApi } from '../../../admin/api/use-write-api.ts'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { contractResolver } from '../../../admin/form/contract-resolver.ts'
import type { TextValues } from '../../../admin/form/drafts.ts'
import { BengaliTextField } from '../../../admin/form/fields.tsx'
import { LastSaved, RecordForm } from '../../../admin/form/record-form.tsx'
import { useRecordForm } from '../../../admin/form/use-record-form.ts'
import { withCopy } from '../../../admin/t.ts'
import { settingsQuery } from '../../../school/use-school.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Bilingual } from '../../../ui/bilingual.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { contactQuery } from '../queries.ts'
import { SchoolTabs } from './school-tabs.tsx'

const t = withCopy(contactCopy, contactAdminCopy)

const stateTexts = {
  loading: t.pair('public.contact.loading'),
  error: t.pair('public.contact.error'),
  empty: t.pair('public.contact.empty'),
}

/** Creates or updates the contact record. */
export function ContactScreen() {
  const api = useAdminApi()
  const { data, isFetched, isFetching, refetch } = useQuery(contactQuery(api))
  const settings = useQuery(settingsQuery(api))
  // The form can be used after a failed load. Not `isError`: a refetch resets it, and the form must
  // stay mounted.
  const failed = data === undefined && isFetched
  return (
    <>
      <ScreenHead title={t('admin.contact.title')} versionsOf="contactus">
        {t('admin.contact.lead')}
      </ScreenHead>
      <SchoolTabs />
      {data === null && <NoContact>{t('admin.contact.none')}</NoContact>}
      {failed && (
        <Alert tone="error">
          <NoContact>{t('admin.contact.unread')}</NoContact>
          <Button small icon="retry" busy={isFetching} onClick={() => refetch()}>
            {t('error.retry')}
          </Button>
        </Alert>
      )}
      <QueryState
        query={{
          // A new form begins with what the settings have.
          data: settings.isFetched ? (failed ? null : data) : undefined,
          isError: false,
          isFetching,
          refetch,
        }}
        texts={stateTexts}
        isEmpty={() => false}
      >
        {(contact) => <ContactForm saved={contact} identity={settings.data?.identity} />}
      </QueryState>
    </>
  )
}

/** Says why the form is empty; hidden in English, as the specification quotes it. */
function NoContact({ children }: { children: string }) {
  return (
    <p>
      {children}{' '}
      <span className="vh" lang="en">
        {t.en('admin.contact.none')}
      </span>
    </p>
  )
}

/** Returns the address that the browser is on, as it is written; empty unless others can use it. */
function ownAddress(): string {
  const { protocol, host, hostname, origin } = location
  const isName = statedSiteAddress(origin) !== undefined && !/^[\d.]+$/.test(hostname)
  if (inDesktopApp() || !isName) return ''
  return protocol === 'https:' ? host : origin
}

const blank: TextValues = {
  ...Object.fromEntries(CONTACT_FIELDS.map((field) => [field, ''])),
  website: ownAddress(),
}
const toValues = (contact: Contact): TextValues =>
  Object.fromEntries(CONTACT_FIELDS.map((field) => [field, contact[field]]))
const toBody = ({ website = '', ...values }: TextValues) => ({
  ...values,
  website: website.trim() || NO_WEBSITE,
})
const resolver = contractResolver(NewContact, toBody)

const isField = (name: string): name is ContactField => name in blank
const nameOf = (name: string) => (isField(name) ? t(`contact.field.${name}`) : name)

/** The `inputmode` of fields without Bengali text. */
const inputModes: Partial<Record<ContactField, 'tel' | 'email' | 'url'>> = {
  phone: 'tel',
  email: 'email',
  website: 'url',
}
const hints: Partial<Record<ContactField, string>> = {
  wardNumber: t('contact.hint.none'),
  corporation: t('contact.hint.none'),
  phone: t('contact.hint.phone'),
  email: t('contact.hint.email'),
  website: t('contact.hint.website'),
}

/** The record with the server's message about the save. */
type SavedContact = Contact & { message?: string }

interface ContactFormProps {
  saved: Contact | null
  identity: SiteSettings['identity'] | undefined
}

function ContactForm({ saved, identity }: ContactFormProps) {
  const { api, notifySaved } = useWriteApi()
  const queryClient = useQueryClient()
  const query = contactQuery(api)
  const state = useRecordForm<SavedContact>({
    draft: 'contact',
    blank: {
      ...blank,
      schoolName: identity?.name ?? '',
      district: identity?.place ?? '',
      phone: identity?.phone ?? '',
    },
    saved,
    toValues,
    resolver,
    send: async (values, version, idempotencyKey) => {
      const body = NewContact.parse(toBody(values))
      const { message, data } = await (version === null
        ? api.createContact({ body }, { idempotencyKey })
        : api.updateContact({ body: { ...body, __v: version } }))
      return { ...data, message }
    },
    reload: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    onSettled: ({ message, ...record }, how) => {
      queryClient.setQueryData(query.queryKey, record)
      if (how === 'theirs') return
      const isUsual = !message || message === t('admin.contact.saved')
      notifySaved({
        text: isUsual ? <Bilingual {...t.pair('admin.contact.saved')} /> : message,
      })
    },
  })
  const { isPending } = state.save
  const { hash } = useLocation()
  useEffect(() => {
    // The fields come after the record: the layout, which focuses targets of links, found none.
    if (hash) document.getElementById(hash.slice(1))?.focus()
  }, [hash])
  return (
    <RecordForm
      state={state}
      label={t('admin.contact.title')}
      nameOf={nameOf}
      failed={(error) => (
        <p>
          <b>
            <Bilingual {...t.pair('admin.contact.failed')} />
          </b>{' '}
          {failureText(error)}
        </p>
      )}
    >
      <div className="grid2">
        {CONTACT_FIELDS.map((name) => {
          const field = {
            ...state.field(name),
            id: name,
            label: nameOf(name),
            hint: hints[name],
            required: name !== 'website',
          }
          const inputMode = inputModes[name]
          return (
            <div className={name === 'schoolName' ? 'span-all' : undefined} key={name}>
              {inputMode ? (
                <TextField {...field} inputMode={inputMode} autoComplete="off" spellCheck={false} />
              ) : (
                <BengaliTextField {...field} autoComplete="off" />
              )}
            </div>
          )
        })}
      </div>
      <div className="formfoot">
        <Button look="primary" type="submit" busy={isPending}>
          <Bilingual
            {...t.pair(
              isPending
                ? 'admin.contact.saving'
                : state.isNew
                  ? 'admin.contact.add'
                  : 'admin.contact.save',
            )}
          />
        </Button>
        <LastSaved record={saved} page="/contact_us" />
      </div>
    </RecordForm>
  )
}
