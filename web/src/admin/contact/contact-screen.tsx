import { type Contact, NewContact } from '@bidyaloy/shared/school/contact'
import { CONTACT_FIELDS, type ContactField } from '@bidyaloy/shared/school/contact-fields'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contactQuery } from '../../school/use-school.ts'
import { Alert } from '../../ui/alert.tsx'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { LoadingBox } from '../../ui/state-box.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { contractResolver } from '../form/contract-resolver.ts'
import { BengaliTextField } from '../form/fields.tsx'
import { LastSaved, RecordForm } from '../form/record-form.tsx'
import { type TextValues, useRecordForm } from '../form/use-record-form.ts'
import { t } from '../t.ts'

/** Creates or updates the contact record. */
export function ContactScreen() {
  const { data, isFetched, isFetching, refetch } = useQuery(contactQuery(useAdminApi()))
  // Not `isError`: it is reset during a refetch, and the form must stay mounted.
  const failed = data === undefined && isFetched
  return (
    <>
      <ScreenHead title={t('admin.contact.title')}>{t('admin.contact.lead')}</ScreenHead>
      {(data === null || failed) && (
        <Alert tone={failed ? 'error' : 'warn'}>
          <p>
            <Bilingual {...t.pair('admin.contact.none')} />
          </p>
          {failed && (
            <>
              <p>{t('admin.contact.unread')}</p>
              <Button small icon="retry" busy={isFetching} onClick={() => refetch()}>
                {t('error.retry')}
              </Button>
            </>
          )}
        </Alert>
      )}
      {data === undefined && !failed ? (
        <div className="card">
          <LoadingBox {...t.pair('public.contact.loading')} />
        </div>
      ) : (
        <ContactForm saved={data ?? null} />
      )}
    </>
  )
}

const blank: TextValues = Object.fromEntries(CONTACT_FIELDS.map((field) => [field, '']))
const toValues = (contact: Contact): TextValues =>
  Object.fromEntries(CONTACT_FIELDS.map((field) => [field, contact[field]]))
const resolver = contractResolver(NewContact)

const isField = (name: string): name is ContactField => name in blank
const nameOf = (name: string) => (isField(name) ? t(`contact.field.${name}`) : name)

/** The `inputmode` of fields without Bengali text. */
const kinds: Partial<Record<ContactField, 'tel' | 'email' | 'url'>> = {
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

function ContactForm({ saved }: { saved: Contact | null }) {
  const writing = useWriteApi()
  const { api } = writing
  const queryClient = useQueryClient()
  const query = contactQuery(api)
  const state = useRecordForm<SavedContact>({
    draft: 'contact',
    blank,
    saved,
    toValues,
    resolver,
    send: async (values, version, idempotencyKey) => {
      const body = NewContact.parse(values)
      const { message, data } = await (version === null
        ? api.createContact({ body }, { idempotencyKey })
        : api.updateContact({ body: { ...body, __v: version } }))
      return { ...data, message }
    },
    reload: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    onSettled: ({ message, ...record }, how) => {
      queryClient.setQueryData(query.queryKey, record)
      if (how === 'theirs') return
      const usual = !message || message === t('admin.contact.saved')
      writing.notifySaved({
        text: usual ? <Bilingual {...t.pair('admin.contact.saved')} /> : message,
      })
    },
  })
  const { isPending } = state.save
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
            label: nameOf(name),
            hint: hints[name],
            required: true,
          }
          const kind = kinds[name]
          return (
            <div className={name === 'schoolName' ? 'span-all' : undefined} key={name}>
              {kind ? (
                <TextField {...field} inputMode={kind} autoComplete="off" spellCheck={false} />
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
